// Counts down to the moment in `data-countdown`. At zero the page is asked again, or the form in `data-countdown-sends`
// is sent: the presenter's own page reveals on the second, whatever the arena's clock-watcher is doing.

for (const place of document.querySelectorAll("[data-countdown]")) {
  if (!(place instanceof HTMLElement) || !place.dataset.countdown) continue;
  const end = Date.parse(place.dataset.countdown);
  const tick = () => {
    const left = Math.ceil((end - Date.now()) / 1000);
    if (left <= 0) {
      place.textContent = "0:00";
      // Not before: it is there as soon as the round is played to its end.
      const form = document.querySelector(place.dataset.countdownSends ?? "no-form");
      if (form instanceof HTMLFormElement) form.requestSubmit();
      else window.setTimeout(() => window.location.reload(), 2000 + Math.random() * 3000);
      return;
    }
    const hours = Math.floor(left / 3600);
    const minutes = Math.floor(left / 60) % 60;
    const seconds = String(left % 60).padStart(2, "0");
    place.textContent = hours ? `${hours}:${String(minutes).padStart(2, "0")}:${seconds}` : `${minutes}:${seconds}`;
    window.setTimeout(tick, 1000 - (Date.now() % 1000));
  };
  if (end > Date.now()) tick();
}

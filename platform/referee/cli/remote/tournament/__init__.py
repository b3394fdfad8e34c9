"""``arena tournament``: take part in tournaments and organise them, over the API."""

import typer

from referee.cli.remote.tournament import forecasting, organising, presenting, reading, ruling, taking_part

app = typer.Typer(
    no_args_is_help=True,
    rich_markup_mode="rich",
    help="""Follow tournaments, take part, and organise them.

    [bold]Take part[/bold] (a token with the scope [bold]enter[/bold])

      arena tournament list --state registration
      arena tournament enter spring-cup my-bot
      arena tournament standings spring-cup

    [bold]Organise[/bold] (a token with the scope [bold]organise[/bold], and the role organiser)

      arena tournament formats                  what to choose from
      arena tournament create cup.toml          a draft, from a file of settings
      arena tournament forecast spring-cup      what it will probably say, beside other formats
      arena tournament open spring-cup          let authors enter
      arena tournament seed spring-cup          close registration, propose seeds
      arena tournament start spring-cup

    Exit status 0 means done, 1 that it needs --cascade, 2 that it was refused or could not be asked. Nothing is ever
    asked without a terminal, and [bold]--json[/bold] prints what the API answered.""",
)

READ, PART, LEAD = "Read", "Take part", "Organise"
app.command("list", rich_help_panel=READ)(reading.tournaments)
app.command("show", rich_help_panel=READ)(reading.show)
app.command("entrants", rich_help_panel=READ)(reading.entrants)
app.command("matches", rich_help_panel=READ)(reading.matches)
app.command("standings", rich_help_panel=READ)(reading.standings)
app.command("export", rich_help_panel=READ)(reading.export)
app.command("formats", rich_help_panel=READ)(reading.formats)
app.command("enter", rich_help_panel=PART)(taking_part.enter)
app.command("check-in", rich_help_panel=PART)(taking_part.check_in)
app.command("withdraw", rich_help_panel=PART)(taking_part.withdraw)
app.command("create", rich_help_panel=LEAD)(organising.create)
app.command("open", rich_help_panel=LEAD)(organising.open_registration)
app.command("fill", rich_help_panel=LEAD)(organising.fill)
app.command("enter-list", rich_help_panel=LEAD)(organising.enter_list)
app.command("seed", rich_help_panel=LEAD)(organising.seed)
app.command("forecast", rich_help_panel=LEAD)(forecasting.forecast)
app.command("start", rich_help_panel=LEAD)(organising.start)
app.command("pause", rich_help_panel=LEAD)(organising.pause)
app.command("resume", rich_help_panel=LEAD)(organising.resume)
app.command("cancel", rich_help_panel=LEAD)(organising.cancel)
app.command("copy", rich_help_panel=LEAD)(presenting.copy)
app.command("announce", rich_help_panel=LEAD)(presenting.announce)
app.command("reveal", rich_help_panel=LEAD)(presenting.reveal)
app.command("disqualify", rich_help_panel=LEAD)(taking_part.disqualify)
app.command("override", rich_help_panel=LEAD)(ruling.override)
app.command("replay", rich_help_panel=LEAD)(ruling.replay)
app.command("undo", rich_help_panel=LEAD)(ruling.undo)

-- Asks for the paths of the command line in turn, from ever new addresses: limits for each address are not what is measured.
local paths, number = {}, 0

function init(given)
    paths = given
end

function request()
    number = number + 1
    local address = string.format("10.%d.%d.%d", number / 65536 % 256, number / 256 % 256, number % 256)
    return wrk.format("GET", paths[number % #paths + 1], {["X-Forwarded-For"] = address})
end

function done(summary, latency)
    io.write(string.format('{"requests": %d, "seconds": %f, "p50_ms": %f, "p99_ms": %f, "refused": %d, "broken": %d}\n',
        summary.requests, summary.duration / 1e6, latency:percentile(50) / 1e3, latency:percentile(99) / 1e3,
        summary.errors.status, summary.errors.connect + summary.errors.read + summary.errors.write + summary.errors.timeout))
end

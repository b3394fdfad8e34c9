-- The first argument is how many requests a second to offer (0: as many as are answered), the others are paths, asked for
-- in turn from ever new addresses: limits for each address are not what is measured.
local ffi = require("ffi")
ffi.cdef [[
    typedef struct { long seconds; long nanoseconds; } moment;
    int clock_gettime(int clock, moment *now);
]]
local MONOTONIC = 1
local paths, number, gap_ms, due_ms = {}, 0, 0, nil

local function now_ms()
    local now = ffi.new("moment")
    ffi.C.clock_gettime(MONOTONIC, now)
    return tonumber(now.seconds) * 1000 + tonumber(now.nanoseconds) / 1e6
end

function init(given)
    local rate = tonumber(given[1])
    if rate > 0 then
        gap_ms = 1000 / rate
    end
    for at = 2, #given do
        paths[at - 1] = given[at]
    end
end

-- One timetable for all connections: who is late is not waited for by the others, and what was missed is made up for.
function delay()
    if gap_ms == 0 then
        return 0
    end
    local now = now_ms()
    due_ms = math.max(due_ms or now, now - 1000) + gap_ms
    return math.max(0, due_ms - now)
end

function request()
    number = number + 1
    local address = string.format("10.%d.%d.%d", number / 65536 % 256, number / 256 % 256, number % 256)
    return wrk.format("GET", paths[number % #paths + 1], {["X-Forwarded-For"] = address, ["Accept-Encoding"] = "gzip"})
end

function done(summary, latency)
    io.write(string.format('{"requests": %d, "seconds": %f, "p50_ms": %f, "p99_ms": %f, "refused": %d, "broken": %d}\n',
        summary.requests, summary.duration / 1e6, latency:percentile(50) / 1e3, latency:percentile(99) / 1e3,
        summary.errors.status, summary.errors.connect + summary.errors.read + summary.errors.write + summary.errors.timeout))
end

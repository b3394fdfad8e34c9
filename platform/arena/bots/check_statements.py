"""What a worker says to the database about the check of an upload.

A restricted worker goes through doors that hold these very statements (``arena.matches.sql.doors``): what it could
abuse is filled in by the database there.
"""

TAKE = """
WITH free AS (
    SELECT id FROM bots_botversion WHERE id = %(version)s
      AND (state = 'waiting' OR (state = 'checking' AND deadline <= %(now)s)) FOR UPDATE
), lease AS (
    INSERT INTO leases_lease (token, subject, worker, source, size, current, taken_at, heartbeat_at, deadline)
    SELECT gen_random_uuid(), 'check', %(worker)s, '', 1, id, %(now)s, %(now)s, %(deadline)s FROM free
    RETURNING token
)
UPDATE bots_botversion version
SET state = 'checking', check_token = lease.token, check_attempts = check_attempts + 1, deadline = %(limit)s,
    reason = %(reason)s, progress = '{}'::jsonb
FROM free, lease WHERE version.id = free.id RETURNING lease.token
"""

WAIT = """
UPDATE bots_botversion SET reason = %(reason)s, deadline = %(deadline)s
WHERE id = %(version)s AND state = 'waiting' RETURNING id
"""

PROGRESS = """
UPDATE bots_botversion SET progress = %(progress)s::jsonb, reason = %(reason)s
WHERE id = %(version)s AND check_token = %(token)s AND state = 'checking' RETURNING id
"""

# Restricted workers alone: the control side looks at what they say and writes it down. It has some minutes for that
# before the check counts as lost. Reports of real bots have some ten kilobytes.
DELIVER = """
WITH held AS (
    UPDATE leases_lease SET deadline = now() + interval '5 minutes'
    WHERE leases_lease.token = %(token)s AND subject = 'check' AND starts_with(worker, session_user || '/')
    RETURNING leases_lease.token
)
INSERT INTO bots_checkdelivery (token, role, payload, arrived_at)
SELECT token, session_user, %(payload)s::jsonb, now() FROM held WHERE length(%(payload)s) <= 4194304
ON CONFLICT (token) DO NOTHING RETURNING bots_checkdelivery.token
"""

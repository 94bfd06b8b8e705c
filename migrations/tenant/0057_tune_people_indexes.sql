-- No query reads it, and each change of a ticket's attendant wrote it.
DROP INDEX attendance_user_user;
-- The sums of working times: in the order of the groups, without reading the rows.
CREATE INDEX presence_span_sums ON presence_span (user_id, kind, reason_id, started_at, ended_at, seen_at);

-- The lists of open tickets are also sorted and filtered by their promised times.
DROP INDEX ticket_sla;
DROP INDEX ticket_waiting;
CREATE INDEX ticket_waiting ON ticket (status, priority, wait_rank, waits_since, id, queue_id, user_id, user_distributed,
  connection_id, asleep_since, sla_due_at, sla_state) WHERE status <> 'closed';

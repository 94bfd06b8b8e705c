-- Sends that were undone are deleted nightly; without it every send is read.
CREATE INDEX outbox_cancelled ON outbox (created_at) WHERE state = 'cancelled';

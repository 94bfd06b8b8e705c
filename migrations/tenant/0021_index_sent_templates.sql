-- Recipients of templates in the last 24 hours count against the messaging limit of a portfolio. The condition is plain
-- text, because parsing the JSON would cost more and would refuse rows that are no JSON.
CREATE INDEX outbox_template ON outbox (created_at, contact_id) WHERE instr(payload, '"type":"template"') > 0;

-- 'plan' pays for a period of the plan; 'costs' has only lines, and paying it moves no due date.
ALTER TABLE invoice ADD COLUMN kind TEXT NOT NULL DEFAULT 'plan';

-- One plan invoice per company and due date.
DROP INDEX invoice_once;
CREATE UNIQUE INDEX invoice_once ON invoice (company_id, due_date) WHERE status <> 'cancelled' AND kind = 'plan';

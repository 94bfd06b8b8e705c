-- Messages of earlier attendances are counted in the background (docs/rules/reports.md#attendances).
INSERT INTO scheduled_wakeup (company_id, job, at) SELECT id, 'attendance_counts', 0 FROM company;

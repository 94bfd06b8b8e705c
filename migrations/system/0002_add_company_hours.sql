-- Opening hours, JSON: [{ weekday, weekdayEn, startTime, endTime }]; none = always open (behaviour 10).
ALTER TABLE company ADD COLUMN schedules TEXT NOT NULL DEFAULT '[]';

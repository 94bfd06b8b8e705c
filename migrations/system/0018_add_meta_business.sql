-- The business account of an official number: calls about its templates name nothing else. NULL = not known yet.
ALTER TABLE meta_route ADD COLUMN business_id TEXT;
CREATE INDEX meta_route_business ON meta_route (business_id) WHERE kind = 'phone';

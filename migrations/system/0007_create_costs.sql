-- costs -----------------------------------------------------------------------------------------------

-- Meta's price cards (docs/rules/costs.md#price-cards). One price in force per currency, market, category, step and day.
CREATE TABLE meta_rate (
  id INTEGER PRIMARY KEY,
  -- ISO 4217
  currency TEXT NOT NULL,
  market TEXT NOT NULL,
  category TEXT NOT NULL,
  -- applies from the n-th paid message of the month; 0 = from the first
  step_from INTEGER NOT NULL DEFAULT 0,
  -- millionths of the currency
  micros INTEGER NOT NULL,
  -- days of the business account, YYYY-MM-DD; valid_to is the last day, null = open
  valid_from TEXT NOT NULL,
  valid_to TEXT,
  source TEXT NOT NULL,
  confirmed_by TEXT,
  confirmed_at INTEGER,
  updated_at INTEGER NOT NULL
) STRICT;

CREATE INDEX meta_rate_order ON meta_rate (currency, market, category, step_from, valid_from);

-- Calling code or country code → market; the longest match counts.
CREATE TABLE market_prefix (
  prefix TEXT PRIMARY KEY,
  market TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- Who pays Meta for a company, and what the provider adds.
CREATE TABLE company_costs (
  company_id INTEGER PRIMARY KEY REFERENCES company (id) ON DELETE CASCADE,
  payer TEXT NOT NULL DEFAULT 'company',
  margin_percent INTEGER NOT NULL DEFAULT 0,
  -- currency of the price card; null = that of the business account
  currency TEXT,
  -- cents of the invoices' currency per unit of the card's, in millionths: 5.40 = 5400000
  rate INTEGER NOT NULL DEFAULT 1000000,
  -- the first month that is passed on, YYYY-MM
  since TEXT NOT NULL DEFAULT '',
  updated_at INTEGER NOT NULL
) STRICT;

-- What an invoice contains beside the plan. A month of costs is invoiced once.
CREATE TABLE invoice_line (
  id INTEGER PRIMARY KEY,
  invoice_id INTEGER NOT NULL REFERENCES invoice (id) ON DELETE CASCADE,
  company_id INTEGER NOT NULL,
  kind TEXT NOT NULL,
  -- YYYY-MM
  period TEXT NOT NULL,
  detail TEXT NOT NULL,
  quantity INTEGER NOT NULL,
  value_cents INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  UNIQUE (company_id, kind, period)
) STRICT;

CREATE INDEX invoice_line_invoice ON invoice_line (invoice_id);

-- Known prices for Brazil in US dollars; they count only once a super user confirms them.
INSERT INTO meta_rate (currency, market, category, micros, valid_from, source, updated_at) VALUES
  ('USD', 'Brazil', 'marketing', 62500, '2026-10-01', 'built-in', 0),
  ('USD', 'Brazil', 'utility', 6800, '2026-10-01', 'built-in', 0),
  ('USD', 'Brazil', 'authentication', 6800, '2026-10-01', 'built-in', 0),
  ('USD', 'Brazil', 'service', 6800, '2026-10-01', 'built-in', 0);

INSERT INTO market_prefix (prefix, market) VALUES
  ('54', 'Argentina'), ('AR', 'Argentina'), ('55', 'Brazil'), ('BR', 'Brazil'),
  ('56', 'Chile'), ('CL', 'Chile'), ('57', 'Colombia'), ('CO', 'Colombia'),
  ('20', 'Egypt'), ('EG', 'Egypt'), ('33', 'France'), ('FR', 'France'),
  ('49', 'Germany'), ('DE', 'Germany'), ('91', 'India'), ('IN', 'India'),
  ('62', 'Indonesia'), ('ID', 'Indonesia'), ('972', 'Israel'), ('IL', 'Israel'),
  ('39', 'Italy'), ('IT', 'Italy'), ('60', 'Malaysia'), ('MY', 'Malaysia'),
  ('52', 'Mexico'), ('MX', 'Mexico'), ('31', 'Netherlands'), ('NL', 'Netherlands'),
  ('234', 'Nigeria'), ('NG', 'Nigeria'), ('92', 'Pakistan'), ('PK', 'Pakistan'),
  ('51', 'Peru'), ('PE', 'Peru'), ('7', 'Russia'), ('RU', 'Russia'),
  ('966', 'Saudi Arabia'), ('SA', 'Saudi Arabia'), ('27', 'South Africa'), ('ZA', 'South Africa'),
  ('34', 'Spain'), ('ES', 'Spain'), ('90', 'Turkey'), ('TR', 'Turkey'),
  ('971', 'United Arab Emirates'), ('AE', 'United Arab Emirates'), ('44', 'United Kingdom'), ('GB', 'United Kingdom'),
  ('1', 'North America'), ('US', 'North America'), ('CA', 'North America'), ('213', 'Rest of Africa'),
  ('244', 'Rest of Africa'), ('229', 'Rest of Africa'), ('267', 'Rest of Africa'), ('226', 'Rest of Africa'),
  ('257', 'Rest of Africa'), ('237', 'Rest of Africa'), ('235', 'Rest of Africa'), ('242', 'Rest of Africa'),
  ('291', 'Rest of Africa'), ('251', 'Rest of Africa'), ('241', 'Rest of Africa'), ('220', 'Rest of Africa'),
  ('233', 'Rest of Africa'), ('245', 'Rest of Africa'), ('225', 'Rest of Africa'), ('254', 'Rest of Africa'),
  ('266', 'Rest of Africa'), ('231', 'Rest of Africa'), ('218', 'Rest of Africa'), ('261', 'Rest of Africa'),
  ('265', 'Rest of Africa'), ('223', 'Rest of Africa'), ('222', 'Rest of Africa'), ('212', 'Rest of Africa'),
  ('258', 'Rest of Africa'), ('264', 'Rest of Africa'), ('227', 'Rest of Africa'), ('250', 'Rest of Africa'),
  ('221', 'Rest of Africa'), ('232', 'Rest of Africa'), ('252', 'Rest of Africa'), ('211', 'Rest of Africa'),
  ('249', 'Rest of Africa'), ('268', 'Rest of Africa'), ('255', 'Rest of Africa'), ('228', 'Rest of Africa'),
  ('216', 'Rest of Africa'), ('256', 'Rest of Africa'), ('260', 'Rest of Africa'), ('DZ', 'Rest of Africa'),
  ('AO', 'Rest of Africa'), ('BJ', 'Rest of Africa'), ('BW', 'Rest of Africa'), ('BF', 'Rest of Africa'),
  ('BI', 'Rest of Africa'), ('CM', 'Rest of Africa'), ('TD', 'Rest of Africa'), ('CG', 'Rest of Africa'),
  ('ER', 'Rest of Africa'), ('ET', 'Rest of Africa'), ('GA', 'Rest of Africa'), ('GM', 'Rest of Africa'),
  ('GH', 'Rest of Africa'), ('GW', 'Rest of Africa'), ('CI', 'Rest of Africa'), ('KE', 'Rest of Africa'),
  ('LS', 'Rest of Africa'), ('LR', 'Rest of Africa'), ('LY', 'Rest of Africa'), ('MG', 'Rest of Africa'),
  ('MW', 'Rest of Africa'), ('ML', 'Rest of Africa'), ('MR', 'Rest of Africa'), ('MA', 'Rest of Africa'),
  ('MZ', 'Rest of Africa'), ('NA', 'Rest of Africa'), ('NE', 'Rest of Africa'), ('RW', 'Rest of Africa'),
  ('SN', 'Rest of Africa'), ('SL', 'Rest of Africa'), ('SO', 'Rest of Africa'), ('SS', 'Rest of Africa'),
  ('SD', 'Rest of Africa'), ('SZ', 'Rest of Africa'), ('TZ', 'Rest of Africa'), ('TG', 'Rest of Africa'),
  ('TN', 'Rest of Africa'), ('UG', 'Rest of Africa'), ('ZM', 'Rest of Africa'), ('93', 'Rest of Asia Pacific'),
  ('61', 'Rest of Asia Pacific'), ('880', 'Rest of Asia Pacific'), ('855', 'Rest of Asia Pacific'), ('86', 'Rest of Asia Pacific'),
  ('852', 'Rest of Asia Pacific'), ('81', 'Rest of Asia Pacific'), ('856', 'Rest of Asia Pacific'), ('976', 'Rest of Asia Pacific'),
  ('977', 'Rest of Asia Pacific'), ('64', 'Rest of Asia Pacific'), ('675', 'Rest of Asia Pacific'), ('63', 'Rest of Asia Pacific'),
  ('65', 'Rest of Asia Pacific'), ('94', 'Rest of Asia Pacific'), ('886', 'Rest of Asia Pacific'), ('992', 'Rest of Asia Pacific'),
  ('66', 'Rest of Asia Pacific'), ('993', 'Rest of Asia Pacific'), ('998', 'Rest of Asia Pacific'), ('84', 'Rest of Asia Pacific'),
  ('AF', 'Rest of Asia Pacific'), ('AU', 'Rest of Asia Pacific'), ('BD', 'Rest of Asia Pacific'), ('KH', 'Rest of Asia Pacific'),
  ('CN', 'Rest of Asia Pacific'), ('HK', 'Rest of Asia Pacific'), ('JP', 'Rest of Asia Pacific'), ('LA', 'Rest of Asia Pacific'),
  ('MN', 'Rest of Asia Pacific'), ('NP', 'Rest of Asia Pacific'), ('NZ', 'Rest of Asia Pacific'), ('PG', 'Rest of Asia Pacific'),
  ('PH', 'Rest of Asia Pacific'), ('SG', 'Rest of Asia Pacific'), ('LK', 'Rest of Asia Pacific'), ('TW', 'Rest of Asia Pacific'),
  ('TJ', 'Rest of Asia Pacific'), ('TH', 'Rest of Asia Pacific'), ('TM', 'Rest of Asia Pacific'), ('UZ', 'Rest of Asia Pacific'),
  ('VN', 'Rest of Asia Pacific'), ('355', 'Rest of Central & Eastern Europe'), ('374', 'Rest of Central & Eastern Europe'), ('994', 'Rest of Central & Eastern Europe'),
  ('375', 'Rest of Central & Eastern Europe'), ('359', 'Rest of Central & Eastern Europe'), ('385', 'Rest of Central & Eastern Europe'), ('420', 'Rest of Central & Eastern Europe'),
  ('995', 'Rest of Central & Eastern Europe'), ('30', 'Rest of Central & Eastern Europe'), ('36', 'Rest of Central & Eastern Europe'), ('371', 'Rest of Central & Eastern Europe'),
  ('370', 'Rest of Central & Eastern Europe'), ('373', 'Rest of Central & Eastern Europe'), ('389', 'Rest of Central & Eastern Europe'), ('48', 'Rest of Central & Eastern Europe'),
  ('40', 'Rest of Central & Eastern Europe'), ('381', 'Rest of Central & Eastern Europe'), ('421', 'Rest of Central & Eastern Europe'), ('386', 'Rest of Central & Eastern Europe'),
  ('380', 'Rest of Central & Eastern Europe'), ('AL', 'Rest of Central & Eastern Europe'), ('AM', 'Rest of Central & Eastern Europe'), ('AZ', 'Rest of Central & Eastern Europe'),
  ('BY', 'Rest of Central & Eastern Europe'), ('BG', 'Rest of Central & Eastern Europe'), ('HR', 'Rest of Central & Eastern Europe'), ('CZ', 'Rest of Central & Eastern Europe'),
  ('GE', 'Rest of Central & Eastern Europe'), ('GR', 'Rest of Central & Eastern Europe'), ('HU', 'Rest of Central & Eastern Europe'), ('LV', 'Rest of Central & Eastern Europe'),
  ('LT', 'Rest of Central & Eastern Europe'), ('MD', 'Rest of Central & Eastern Europe'), ('MK', 'Rest of Central & Eastern Europe'), ('PL', 'Rest of Central & Eastern Europe'),
  ('RO', 'Rest of Central & Eastern Europe'), ('RS', 'Rest of Central & Eastern Europe'), ('SK', 'Rest of Central & Eastern Europe'), ('SI', 'Rest of Central & Eastern Europe'),
  ('UA', 'Rest of Central & Eastern Europe'), ('591', 'Rest of Latin America'), ('506', 'Rest of Latin America'), ('1809', 'Rest of Latin America'),
  ('1829', 'Rest of Latin America'), ('1849', 'Rest of Latin America'), ('593', 'Rest of Latin America'), ('503', 'Rest of Latin America'),
  ('502', 'Rest of Latin America'), ('509', 'Rest of Latin America'), ('504', 'Rest of Latin America'), ('1876', 'Rest of Latin America'),
  ('1658', 'Rest of Latin America'), ('505', 'Rest of Latin America'), ('507', 'Rest of Latin America'), ('595', 'Rest of Latin America'),
  ('1787', 'Rest of Latin America'), ('1939', 'Rest of Latin America'), ('598', 'Rest of Latin America'), ('58', 'Rest of Latin America'),
  ('BO', 'Rest of Latin America'), ('CR', 'Rest of Latin America'), ('DO', 'Rest of Latin America'), ('EC', 'Rest of Latin America'),
  ('SV', 'Rest of Latin America'), ('GT', 'Rest of Latin America'), ('HT', 'Rest of Latin America'), ('HN', 'Rest of Latin America'),
  ('JM', 'Rest of Latin America'), ('NI', 'Rest of Latin America'), ('PA', 'Rest of Latin America'), ('PY', 'Rest of Latin America'),
  ('PR', 'Rest of Latin America'), ('UY', 'Rest of Latin America'), ('VE', 'Rest of Latin America'), ('973', 'Rest of Middle East'),
  ('964', 'Rest of Middle East'), ('962', 'Rest of Middle East'), ('965', 'Rest of Middle East'), ('961', 'Rest of Middle East'),
  ('968', 'Rest of Middle East'), ('974', 'Rest of Middle East'), ('967', 'Rest of Middle East'), ('BH', 'Rest of Middle East'),
  ('IQ', 'Rest of Middle East'), ('JO', 'Rest of Middle East'), ('KW', 'Rest of Middle East'), ('LB', 'Rest of Middle East'),
  ('OM', 'Rest of Middle East'), ('QA', 'Rest of Middle East'), ('YE', 'Rest of Middle East'), ('43', 'Rest of Western Europe'),
  ('32', 'Rest of Western Europe'), ('45', 'Rest of Western Europe'), ('358', 'Rest of Western Europe'), ('353', 'Rest of Western Europe'),
  ('47', 'Rest of Western Europe'), ('351', 'Rest of Western Europe'), ('46', 'Rest of Western Europe'), ('41', 'Rest of Western Europe'),
  ('AT', 'Rest of Western Europe'), ('BE', 'Rest of Western Europe'), ('DK', 'Rest of Western Europe'), ('FI', 'Rest of Western Europe'),
  ('IE', 'Rest of Western Europe'), ('NO', 'Rest of Western Europe'), ('PT', 'Rest of Western Europe'), ('SE', 'Rest of Western Europe'),
  ('CH', 'Rest of Western Europe');

/** Public functions of the fields. */
export { fieldsRequired, noField } from "./errors.ts";
export { activeFields, fieldById, fieldsOf, storedFields } from "./queries.ts";
export type { Field } from "./schema.ts";
export { amongMatching, type FieldMatch, isMatching } from "./values/filter.sql.ts";
export { fieldMatches, isRareMatch } from "./values/filter.ts";
export { fieldInText, textColumns } from "./values/in-texts.ts";
export { mergeValues, unmergeValues } from "./values/merge.ts";
export { missingFields } from "./values/required.ts";
export { type StoredValue, storedForm, wireForm } from "./values/stored-form.ts";
export { textOfValue, valueOfText } from "./values/typed-text.ts";
export { everyValueOf, fieldsWithValue, replaceValue, valuesOf, writeValues } from "./values/values.ts";

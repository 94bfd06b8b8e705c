/** Public functions of the settings. */
export { definitionOf, keysOf, type SettingKey } from "./catalogue.ts";
export { listSettings } from "./list.ts";
export { MASK } from "./present.ts";
export { fileLanguage, installationSetting, labelOf, languageOf, setting, timeZoneOf } from "./read.ts";
export { ContactFieldNamesPort, checkVariables } from "./text-variables/check.ts";
export {
  fillVariables,
  firstNameOf,
  greetingAt,
  type Values,
  type Variable,
  variableOf,
} from "./text-variables/contract.ts";
export { clearGrantedSettings, writeSetting } from "./write.ts";

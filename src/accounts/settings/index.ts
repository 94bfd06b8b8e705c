/** Public functions of the settings. */
export { definitionOf, keysOf, type SettingKey } from "./catalogue.ts";
export { greetingAt } from "./greetings/contract.ts";
export { labelOf } from "./label.ts";
export { listSettings } from "./list.ts";
export { firstNameOf } from "./person-name/contract.ts";
export { MASK } from "./present.ts";
export { fileLanguage, installationSetting, languageOf, setting, timeZoneOf } from "./read.ts";
export { ContactFieldNamesPort, checkVariables } from "./text-variables/check.ts";
export { fillVariables, type Values, type Variable, variableOf } from "./text-variables/contract.ts";
export { clearGrantedSettings, writeSetting } from "./write.ts";

export { markRestoredSchedules } from "./sending/hold-restored.ts";

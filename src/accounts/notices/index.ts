export { NoticeCreated } from "./events.ts";
export { notifyAdmins } from "./notify-admins.ts";
export { notifyProvider } from "./notify-provider.ts";

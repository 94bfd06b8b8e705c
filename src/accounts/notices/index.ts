export { NoticeCreated } from "./events.ts";
export { type Notice, notifyAdmins } from "./notify-admins.ts";
export { notifyProvider } from "./notify-provider.ts";

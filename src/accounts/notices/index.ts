export { NoticeCreated } from "./events.ts";
export { type Notice, notifyAdmins } from "./notify-admins.ts";

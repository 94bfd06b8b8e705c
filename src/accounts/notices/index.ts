export { NoticeCreated } from "./events.ts";
export { type Notice, tellAdmins } from "./tell-admins.ts";

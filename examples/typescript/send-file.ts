import { openAsBlob } from "node:fs";
import { basename } from "node:path";
import { balcao } from "./connect.ts";

// send-file.ts NUMBER FILE [CAPTION]: sends a file; several files in `medias` are one message each.
const [number = "", path = "", caption = ""] = process.argv.slice(2);
const file = new File([await openAsBlob(path)], basename(path));
const { messageId } = await balcao.postMessagesSend({ form: { number, body: caption, medias: [file] } });
console.log(`message ${messageId}`);

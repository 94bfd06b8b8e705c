/** Number of the phone this page shows. */
export const number = document.getElementById("phone").dataset.number;

/** All texts of the page. */
export const texts = JSON.parse(document.getElementById("texts").textContent);

/** Sends a command to the simulator; rejects with the simulator's error text when it is refused. */
export async function ask(verb, body) {
  const response = await fetch(`/control/${verb}`, { method: "POST", body: JSON.stringify(body) });
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.error);
  return answer;
}

/** The whole state of the phone. */
export async function loadState() {
  const response = await fetch(`/phones/${number}/state`);
  return response.json();
}

/** Calls `hear` for each event of the phone, and `lost(true)` while the simulator cannot be reached. */
export function listen(hear, lost) {
  const source = new EventSource(`/phones/${number}/events`);
  source.onmessage = ({ data }) => hear(JSON.parse(data));
  source.onopen = () => lost(false);
  source.onerror = () => lost(true);
}

/** The address of the decrypted file of a message. */
export function fileAddress({ chat, id }) {
  return `/phones/${number}/files/${encodeURIComponent(chat)}/${encodeURIComponent(id)}`;
}

/** The bytes of a picked file as base64. */
export function base64Of(file) {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result.slice(reader.result.indexOf(",") + 1));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
}

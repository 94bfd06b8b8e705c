/** Number of the phone this page shows. */
export const number = document.getElementById("phone").dataset.number;

/** Every word the page shows. */
export const texts = JSON.parse(document.getElementById("texts").textContent);

/** Asks the simulator to do something; rejects with its own words when it refuses. */
export async function ask(verb, body) {
  const response = await fetch(`/control/${verb}`, { method: "POST", body: JSON.stringify(body) });
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.error);
  return answer;
}

/** Everything on the phone. */
export async function loadState() {
  const response = await fetch(`/phones/${number}/state`);
  return response.json();
}

/** Calls `hear` for whatever happens on the phone; `lost(true)` while the simulator cannot be reached. */
export function listen(hear, lost) {
  const source = new EventSource(`/phones/${number}/events`);
  source.onmessage = ({ data }) => hear(JSON.parse(data));
  source.onopen = () => lost(false);
  source.onerror = () => lost(true);
}

/** Where the decrypted file of a message is. */
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

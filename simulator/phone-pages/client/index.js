const EVERY_MS = 5000;

/** Keeps the list of phones up to date: the last message and the linked devices of each. */
async function refresh() {
  const response = await fetch(location.pathname).catch(() => null);
  if (!response?.ok) return;
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  for (const card of page.querySelectorAll(".card")) {
    const own = document.querySelector(`.card[data-number="${card.dataset.number}"]`);
    if (own && own.innerHTML !== card.innerHTML) own.replaceChildren(...card.childNodes);
  }
}

setInterval(() => {
  if (document.visibilityState === "visible") void refresh();
}, EVERY_MS);

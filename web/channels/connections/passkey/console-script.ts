/** What a person pastes into the console of web.whatsapp.com; it prints the signed answer as one line. */
export function consoleScript(options: Readonly<Record<string, unknown>>): string {
  return `(async () => {
  const options = PublicKeyCredential.parseRequestOptionsFromJSON(${JSON.stringify(options)});
  const credential = await navigator.credentials.get({ publicKey: options });
  console.log(JSON.stringify(credential.toJSON()));
})();`;
}

/** The pasted result; null when it is not one. */
export function readResult(text: string): unknown {
  const trimmed = text.trim().replace(/^['"`]|['"`]$/g, "");
  try {
    const result: unknown = JSON.parse(trimmed);
    const isResult =
      typeof result === "object" && result !== null && "rawId" in result && "response" in result;
    return isResult ? result : null;
  } catch {
    return null;
  }
}

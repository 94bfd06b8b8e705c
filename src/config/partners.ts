import * as v from "valibot";
import { hostPorts, httpUrl, isHttpUrl, type Setting } from "./kinds.ts";

/** Addresses of outside services. */
export const partners = {
  WHATSAPP_URL: {
    key: "whatsappUrl",
    fallback: null,
    schema: v.pipe(v.string(), v.regex(/^wss?:\/\/[^/]/, "must be a ws or wss address")),
    doc: "For tests: websocket address of a simulated WhatsApp network.",
  },
  WHATSAPP_ROOT_KEY: {
    key: "whatsappRootKey",
    fallback: null,
    schema: v.pipe(v.string(), v.regex(/^[0-9a-fA-F]{64}$/, "must be 64 hexadecimal digits")),
    doc: "For tests: certificate root of that network.",
  },
  SIMULATED_HOSTS: {
    key: "simulatedHosts",
    fallback: null,
    schema: hostPorts,
    doc: "For tests and the demo: `host:port` of simulated servers that addresses typed by companies may lead to.",
  },
  META_GRAPH_URL: {
    key: "metaGraphUrl",
    fallback: "https://graph.facebook.com",
    schema: httpUrl,
    doc: "Graph API of Facebook, Instagram and the official WhatsApp.",
  },
  META_GRAPH_VERSION: {
    key: "metaGraphVersion",
    fallback: "v23.0",
    schema: v.pipe(v.string(), v.regex(/^v\d+\.\d+$/, "must be a version such as v23.0")),
    doc: "Version of the Graph API, and of the Facebook login page.",
  },
  EFI_URL: {
    key: "efiUrl",
    fallback: "https://pix.api.efipay.com.br",
    schema: httpUrl,
    doc: "Pix API of Efí.",
  },
  AZURE_SPEECH_URL: {
    key: "azureSpeechUrl",
    fallback: "https://{region}.tts.speech.microsoft.com",
    schema: v.pipe(
      v.string(),
      v.check((text) => isHttpUrl(text.replace("{region}", "x")), "must be an http or https address"),
      v.transform((text) => text.replace(/\/+$/, "")),
    ),
    doc: "Azure Speech; `{region}` is replaced by the region of the prompt.",
  },
  DIALOGFLOW_URL: {
    key: "dialogflowUrl",
    fallback: "https://dialogflow.googleapis.com",
    schema: httpUrl,
    doc: "API of Dialogflow.",
  },
  ASAAS_URL: { key: "asaasUrl", fallback: "https://api.asaas.com", schema: httpUrl, doc: "API of Asaas." },
} as const satisfies Record<string, Setting>;

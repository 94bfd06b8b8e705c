/** Who works in the demo. All share one password; nobody outside this machine can reach them by default. */
export const DEMO_PASSWORD = "balcao";

export interface DemoUser {
  readonly name: string;
  readonly email: string;
  readonly role: "super" | "admin" | "attendant";
  /** Names of the queues. */
  readonly queues: readonly string[];
}

export interface DemoConnection {
  readonly name: string;
  /** Number of the shop's phone, digits. */
  readonly number: string;
  /** The one queue it leads to. */
  readonly queue: string;
  readonly greeting: string;
}

export interface DemoCompany {
  readonly name: string;
  readonly queues: readonly { readonly name: string; readonly color: string; readonly farewell: string }[];
  readonly users: readonly DemoUser[];
  readonly connections: readonly DemoConnection[];
  readonly tags: readonly { readonly name: string; readonly color: string }[];
}

/** The provider's own company: its first user is the super user. */
export const AURORA: DemoCompany = {
  name: "Padaria Aurora",
  queues: [
    { name: "Encomendas", color: "#7c4dff", farewell: "Obrigado por falar com a Padaria Aurora! 🍞" },
    { name: "Loja Norte", color: "#00a884", farewell: "A Loja Norte agradece o seu contato!" },
  ],
  users: [
    {
      name: "Helena Prado",
      email: "helena@balcao.example",
      role: "super",
      queues: ["Encomendas", "Loja Norte"],
    },
    {
      name: "Marcos Aurora",
      email: "marcos@aurora.example",
      role: "admin",
      queues: ["Encomendas", "Loja Norte"],
    },
    {
      name: "Ana Souza",
      email: "ana@aurora.example",
      role: "attendant",
      queues: ["Encomendas", "Loja Norte"],
    },
    {
      name: "Bruno Lima",
      email: "bruno@aurora.example",
      role: "attendant",
      queues: ["Encomendas", "Loja Norte"],
    },
  ],
  connections: [
    {
      name: "Loja Centro",
      number: "5511400010001",
      queue: "Encomendas",
      greeting: "{{ms}}, {{firstName}}! Aqui é a Padaria Aurora. Já chamamos alguém para atender você. 🥖",
    },
    { name: "Loja Norte", number: "5511400010002", queue: "Loja Norte", greeting: "" },
  ],
  tags: [
    { name: "VIP", color: "#e03131" },
    { name: "Orçamento enviado", color: "#2f9e44" },
    { name: "Aguardando pagamento", color: "#e8590c" },
    { name: "Entrega", color: "#1971c2" },
  ],
};

/** A company that rents its place from the provider. */
export const VENTO: DemoCompany = {
  name: "Vento Telecom",
  queues: [{ name: "Suporte", color: "#0b72c4", farewell: "A Vento agradece. Boa navegação!" }],
  users: [
    { name: "Regina Campos", email: "regina@vento.example", role: "admin", queues: ["Suporte"] },
    { name: "Davi Nunes", email: "davi@vento.example", role: "attendant", queues: ["Suporte"] },
    { name: "Lia Teixeira", email: "lia@vento.example", role: "attendant", queues: ["Suporte"] },
  ],
  connections: [{ name: "Suporte", number: "5511400020001", queue: "Suporte", greeting: "" }],
  tags: [
    { name: "Visita técnica", color: "#1971c2" },
    { name: "Sem sinal", color: "#e03131" },
  ],
};

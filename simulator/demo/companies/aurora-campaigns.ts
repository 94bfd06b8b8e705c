import type { DemoCompany } from "./cast.ts";

/** Campaigns of the bakery: finished ones, and what is prepared for the next. */
export const AURORA_CAMPAIGNS = {
  campaigns: [
    {
      name: "Panetone com desconto",
      list: "Clientes do bairro",
      connection: "Loja Centro",
      messages: [
        "Oi, {primeiro_nome}! O panetone da Aurora saiu do forno: até sexta, leve dois e pague *R$ 59,90*. 🎄",
        "{primeiro_nome}, chegou o panetone da casa! Encomende por aqui e retire sem fila. 🎄",
      ],
      done: "all",
    },
    {
      name: "Fornada de sábado",
      list: "Clientes da fornada",
      connection: "Loja Norte",
      messages: [
        "Bom dia, {primeiro_nome}! Sábado tem pão de fermentação natural às 7h. Guardamos um para você? 🥖",
      ],
      done: 14,
    },
  ],
  contactLists: [
    {
      name: "Encomendas de Natal",
      people: [
        {
          name: "Marina Ribeiro",
          number: "5511977776666",
          email: "marina.ribeiro@cliente.example",
          valid: true,
        },
        { name: "Zé Carlos", number: "5511988887777", valid: true },
        { name: "Escola Pequeno Príncipe", number: "5511971230400", email: "cantina@escola.example" },
        { name: "Condomínio Jardim", number: "5511971230433", email: "sindica@jardim.example", valid: true },
        { name: "Dona Lurdes", number: "551133334444", valid: false },
        { name: "Otávio Menezes", number: "5511971230511", valid: true },
      ],
    },
  ],
  fileLists: [
    {
      name: "Catálogo de Natal",
      message: "{primeiro_nome}, separamos o catálogo de Natal da {loja} para você:",
      files: [
        { name: "Bolo de nozes, serve 12", picture: "cake" },
        {
          name: "Preços e prazos",
          page: [
            "Padaria Aurora - Natal",
            "Panetone 500 g: R$ 34,90",
            "Bolo de nozes: R$ 89,00",
            "Pedidos ate 20/12",
          ],
        },
      ],
    },
  ],
  variables: [{ key: "loja", value: "Padaria Aurora" }],
  drafts: [
    {
      name: "Encomendas de Natal",
      list: "Encomendas de Natal",
      files: "Catálogo de Natal",
      question: "Oi, {primeiro_nome}! Aqui é da {loja}. Posso mandar nosso catálogo de Natal?",
      messages: ["As encomendas vão até dia 20. Quer que eu reserve o seu? 🎄"],
      when: { inDays: 2, at: "09:30" },
    },
    {
      name: "Réveillon",
      list: "Clientes do bairro",
      messages: ["{primeiro_nome}, dia 31 abrimos até as 15h. Já pensou na sua ceia?"],
    },
  ],
} satisfies Partial<DemoCompany>;

/** Everyday words of a shop's conversations; enough of them that a search is selective. */
const ROOTS =
  "pedido entrega boleto cartão pagamento produto tamanho cor azul preto branco sábado segunda amanhã hoje ontem loja endereço rua bairro centro " +
  "troca garantia nota fiscal desconto promoção orçamento bolo pão doce salgado festa cliente atendimento horário telefone mensagem foto vídeo " +
  "obrigado bom dia tarde noite preciso queria gostaria posso pode quando quanto onde como qual valor preço frete prazo chegou atrasou quebrou " +
  "internet sinal roteador técnico visita instalação fatura segunda via contrato plano mega velocidade lento caiu voltou senha acesso cadastro";
const base = ROOTS.split(" ");
/** 60 common words, and 2,000 rare ones composed of two of them. */
export const WORDS: readonly string[] = [
  ...base,
  ...base,
  ...base,
  ...Array.from(
    { length: 2000 },
    (_, n) => `${base[n % base.length]}${base[(n * 7 + 3) % base.length]}${n % 17}`,
  ),
];

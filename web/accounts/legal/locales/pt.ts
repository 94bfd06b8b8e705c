/** Texts of the terms of use and the privacy notice, Portuguese: the source of the other languages. */
export const pt = {
  page: {
    back: "Voltar ao login",
    failed: "Não foi possível carregar o texto",
  },
  term: {
    title: "Termos de uso",
    text: `Estes termos valem para quem usa esta plataforma de atendimento. Ao criar uma conta, a empresa concorda com eles.

## O serviço
A plataforma reúne em um só lugar as conversas da empresa com seus clientes, em conexões que a própria empresa configura. O período de teste é gratuito; depois dele o uso depende do pagamento da assinatura do plano escolhido.

## O que se espera de quem usa
- Manter os dados da conta corretos e a senha em segredo.
- Falar apenas com pessoas que aceitam receber suas mensagens.
- Respeitar as regras dos canais conectados e a lei.
- Não enviar conteúdo ilegal, enganoso ou ofensivo.

## Pagamento e vencimento
O plano é pago por período. Depois do vencimento o acesso fica restrito ao pagamento; sete dias depois as conexões são desligadas. Com o pagamento tudo volta, sem perda de dados.

## Disponibilidade
Cuidamos para que o serviço esteja sempre no ar, mas ele depende também de redes e canais de terceiros, sobre os quais não temos controle.

## Encerramento
A empresa pode deixar de usar o serviço quando quiser. Contas que desrespeitam estes termos podem ser suspensas.

## Contato
Dúvidas sobre estes termos são respondidas pelo suporte.`,
  },
  privacy: {
    title: "Política de privacidade",
    text: `Esta política explica quais dados a plataforma guarda e para quê.

## Quais dados
- Da empresa e de seus usuários: nome, e-mail, telefone e o que é preciso para a cobrança.
- Dos atendimentos: contatos, mensagens e arquivos trocados pelas conexões da empresa.
- De segurança: endereço e navegador de cada acesso.

## Para quê
Os dados servem para prestar o serviço: entregar e organizar as conversas, proteger as contas e cobrar a assinatura. Eles não são vendidos nem usados para publicidade.

## Quem responde pelos dados
Os dados dos atendimentos pertencem à empresa que atende; ela decide sobre eles. A plataforma os trata somente em nome dela e guarda os de cada empresa separados dos das outras.

## Por quanto tempo
Enquanto a conta existir. Uma empresa excluída tem seus dados apagados em até 30 dias. A empresa pode definir por quanto tempo os arquivos ficam guardados.

## Seus direitos
Qualquer pessoa pode pedir para consultar, corrigir ou apagar os seus dados: primeiro à empresa com que conversou, ou ao suporte.

## Cookies
Usamos apenas o que é necessário para manter a sessão aberta. Nenhum serviço de terceiros acompanha a navegação.`,
  },
  editor: {
    title: "Termos e privacidade",
    help: "Os textos das páginas Termos de uso e Política de privacidade, que todos podem ler antes de criar uma conta. Uma linha que começa com ## é um título; com -, um item de lista. Em branco, vale o texto do produto.",
    page: "Página",
    language: "Idioma",
    text: "Texto",
    save: "Salvar",
    reset: "Voltar ao texto do produto",
    saved: "Texto salvo.",
    own: "Este é o texto do produto; mude-o e salve para usar o seu.",
    look: "Ver a página",
  },
} as const satisfies Record<string, Record<string, string>>;

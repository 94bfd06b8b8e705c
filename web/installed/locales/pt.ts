/** Texts of the installed app, Portuguese: the source of the other languages. */
export const pt = {
  version: {
    newer: "Há uma nova versão do {{brand}}.",
    reload: "Recarregar",
  },
  push: {
    title: "Notificações neste aparelho",
    on: "Avisar neste aparelho",
    onHelp:
      "Você recebe as mensagens novas dos seus atendimentos mesmo com o {{brand}} fechado. Enquanto você está em uma página do {{brand}}, nada toca.",
    preview: "Mostrar as primeiras palavras",
    previewHelp: "Desligado, aparece só o nome do contato: qualquer pessoa pode ler a tela bloqueada.",
    test: "Enviar uma notificação de teste",
    unread: "Não foi possível ler a configuração de notificações deste aparelho",
    unsupported:
      "Este navegador não recebe notificações de páginas da web. No celular, use o Chrome, o Edge, o Firefox ou o Samsung Internet.",
    notInstalled:
      "No iPhone e no iPad, só o app instalado recebe notificações: toque em Compartilhar, depois em “Adicionar à Tela de Início”, e abra o {{brand}} por lá.",
    denied:
      "O navegador não permite notificações desta página. Abra as permissões do site, ao lado do endereço, e permita as notificações.",
    service:
      "O serviço de notificações do navegador não respondeu. Verifique a sua conexão com a internet; redes de empresas podem bloquear esse serviço.",
    test_running: "Enviando…",
    test_arrived: "Chegou! Este aparelho recebe as notificações.",
    test_late:
      "O serviço de notificações aceitou o envio, mas nada chegou em 10 segundos. Verifique se o modo “Não perturbe” ou a economia de bateria está em uso.",
    test_gone: "O serviço de notificações não reconhece mais este aparelho. Ligue as notificações de novo.",
    test_refused:
      "O serviço de notificações recusou o envio. Desligue e ligue as notificações; se continuar, fale com o suporte.",
    test_unreachable:
      "O servidor do {{brand}} não conseguiu se conectar ao serviço de notificações. Fale com o suporte.",
  },
} as const satisfies Record<string, Record<string, string>>;

import type { Locale } from '@nodeyard/contract/ground'

/** Texts of the error pages that the server shows during a claim sign-in. */
export const claimSignInTexts: Record<Locale, { invalid: string; not_set_up: string; to_nodes: string }> = {
  ar: {
    invalid: 'لم يعد هذا الطريق إلى مضيف الشيفرة صالحًا. ابدأ المطالبة من جديد.',
    not_set_up: 'لم يُعدّ تسجيل الدخول لدى مضيف الشيفرة هنا.',
    to_nodes: 'إلى عُقدك',
  },
  en: {
    invalid: 'This sign-in link is invalid or has expired. Start the claim again.',
    not_set_up: 'Sign-in at the code host is not configured here.',
    to_nodes: 'Your nodes',
  },
  es: {
    invalid: 'Este camino al servicio de código no es válido o ya no lo es. Empieza la reclamación de nuevo.',
    not_set_up: 'Aquí no está configurado el inicio de sesión en el servicio de código.',
    to_nodes: 'A tus nodos',
  },
  fr: {
    invalid: 'Ce passage par l’hébergeur de code n’est pas ou plus valide. Recommencez la revendication.',
    not_set_up: 'La connexion à l’hébergeur de code n’est pas configurée ici.',
    to_nodes: 'Vers vos nœuds',
  },
  ja: {
    invalid: 'コードホストへの手続きが無効か、期限切れです。申請を最初からやり直してください。',
    not_set_up: 'ここではコードホストへのサインインが設定されていません。',
    to_nodes: 'あなたのノードへ',
  },
  ko: {
    invalid: '코드 호스트로 가는 절차가 유효하지 않거나 만료되었습니다. 소유 신청을 처음부터 다시 하세요.',
    not_set_up: '여기에는 코드 호스트 로그인이 설정되어 있지 않습니다.',
    to_nodes: '내 노드로',
  },
  ru: {
    invalid: 'Переход к хостингу кода недействителен или устарел. Начните заявку заново.',
    not_set_up: 'Вход на хостинге кода здесь не настроен.',
    to_nodes: 'К вашим узлам',
  },
  zh: {
    invalid: '前往代码托管平台的流程无效或已过期。请重新开始认领。',
    not_set_up: '此处未设置代码托管平台登录。',
    to_nodes: '前往您的节点包',
  },
}

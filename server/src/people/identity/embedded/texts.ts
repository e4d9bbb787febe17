import type { Locale } from '@nodeyard/contract/ground'

export type MailKind = 'verify-email' | 'reset-password' | 'email-link' | 'change-email' | 'recover-email'

interface Text {
  subject: string
  body: string
}

type Texts = Record<MailKind, Text> & { message: string }

/**
 * Texts of the identity service's mails and messages in every site language, with the placeholders `{product}`,
 * `{email}`, `{link}` and `{code}`.
 */
export const texts: Record<Locale, Texts> = {
  ar: {
    'verify-email': {
      subject: '{product}: أكِّد بريدك الإلكتروني',
      body: 'افتح هذا الرابط لتأكيد أن العنوان {email} لك:\n\n{link}\n\nالرابط صالح لمدة يوم واحد. إن لم تكن أنت من طلب ذلك، فتجاهل هذه الرسالة.',
    },
    'reset-password': {
      subject: '{product}: اختر كلمة مرور جديدة',
      body: 'افتح هذا الرابط لاختيار كلمة مرور جديدة للحساب {email}:\n\n{link}\n\nالرابط صالح لمدة ساعة واحدة ولمرة واحدة. إن لم تكن أنت من طلب ذلك، فتجاهل هذه الرسالة.',
    },
    'email-link': {
      subject: '{product}: رابط تسجيل الدخول',
      body: 'افتح هذا الرابط لتسجيل الدخول باسم {email}:\n\n{link}\n\nالرابط صالح لمدة ساعة واحدة ولمرة واحدة. إن لم تكن أنت من طلب ذلك، فتجاهل هذه الرسالة.',
    },
    'change-email': {
      subject: '{product}: أكِّد بريدك الإلكتروني الجديد',
      body: 'افتح هذا الرابط لاستخدام العنوان {email} في حسابك:\n\n{link}\n\nالرابط صالح لمدة ساعة واحدة. إن لم تكن أنت من طلب ذلك، فتجاهل هذه الرسالة.',
    },
    'recover-email': {
      subject: '{product}: تغيَّر بريدك الإلكتروني',
      body: 'أصبح لحسابك عنوان بريد إلكتروني جديد. إن لم تكن أنت من غيَّره، فافتح هذا الرابط لاستعادة العنوان {email}:\n\n{link}\n\nالرابط صالح لمدة سبعة أيام.',
    },
    message: '{code} هو رمز {product} الخاص بك. لا تُعطِه لأحد.',
  },
  en: {
    'verify-email': {
      subject: '{product}: confirm your email address',
      body: 'Open this link to confirm that {email} is your address:\n\n{link}\n\nThe link works for one day. If you did not request it, ignore this email.',
    },
    'reset-password': {
      subject: '{product}: choose a new password',
      body: 'Open this link to choose a new password for {email}:\n\n{link}\n\nThe link works once, within one hour. If you did not request it, ignore this email.',
    },
    'email-link': {
      subject: '{product}: your sign-in link',
      body: 'Open this link to sign in as {email}:\n\n{link}\n\nThe link works once, within one hour. If you did not request it, ignore this email.',
    },
    'change-email': {
      subject: '{product}: confirm your new email address',
      body: 'Open this link to use {email} for your account:\n\n{link}\n\nThe link works for one hour. If you did not request it, ignore this email.',
    },
    'recover-email': {
      subject: '{product}: your email address was changed',
      body: 'Your account has a new email address. If you did not change it, open this link to restore {email}:\n\n{link}\n\nThe link works for seven days.',
    },
    message: '{code} is your {product} code. Do not share it.',
  },
  es: {
    'verify-email': {
      subject: '{product}: confirma tu dirección de correo',
      body: 'Abre este enlace para confirmar que {email} es tu dirección:\n\n{link}\n\nEl enlace vale un día. Si no lo has pedido, ignora este correo.',
    },
    'reset-password': {
      subject: '{product}: elige una contraseña nueva',
      body: 'Abre este enlace para elegir una contraseña nueva para {email}:\n\n{link}\n\nEl enlace vale una hora y una sola vez. Si no lo has pedido, ignora este correo.',
    },
    'email-link': {
      subject: '{product}: tu enlace para iniciar sesión',
      body: 'Abre este enlace para iniciar sesión como {email}:\n\n{link}\n\nEl enlace vale una hora y una sola vez. Si no lo has pedido, ignora este correo.',
    },
    'change-email': {
      subject: '{product}: confirma tu nueva dirección de correo',
      body: 'Abre este enlace para usar {email} en tu cuenta:\n\n{link}\n\nEl enlace vale una hora. Si no lo has pedido, ignora este correo.',
    },
    'recover-email': {
      subject: '{product}: tu dirección de correo ha cambiado',
      body: 'Tu cuenta tiene una nueva dirección de correo. Si no la has cambiado tú, abre este enlace para recuperar {email}:\n\n{link}\n\nEl enlace vale siete días.',
    },
    message: '{code} es tu código de {product}. No se lo des a nadie.',
  },
  fr: {
    'verify-email': {
      subject: '{product} : confirmez votre adresse e-mail',
      body: 'Ouvrez ce lien pour confirmer que {email} est votre adresse :\n\n{link}\n\nLe lien est valable un jour. Si vous ne l’avez pas demandé, ignorez ce message.',
    },
    'reset-password': {
      subject: '{product} : choisissez un nouveau mot de passe',
      body: 'Ouvrez ce lien pour choisir un nouveau mot de passe pour {email} :\n\n{link}\n\nLe lien est valable une heure et une seule fois. Si vous ne l’avez pas demandé, ignorez ce message.',
    },
    'email-link': {
      subject: '{product} : votre lien de connexion',
      body: 'Ouvrez ce lien pour vous connecter en tant que {email} :\n\n{link}\n\nLe lien est valable une heure et une seule fois. Si vous ne l’avez pas demandé, ignorez ce message.',
    },
    'change-email': {
      subject: '{product} : confirmez votre nouvelle adresse e-mail',
      body: 'Ouvrez ce lien pour utiliser {email} avec votre compte :\n\n{link}\n\nLe lien est valable une heure. Si vous ne l’avez pas demandé, ignorez ce message.',
    },
    'recover-email': {
      subject: '{product} : votre adresse e-mail a changé',
      body: 'Votre compte a une nouvelle adresse e-mail. Si ce n’est pas vous qui l’avez changée, ouvrez ce lien pour retrouver {email} :\n\n{link}\n\nLe lien est valable sept jours.',
    },
    message: '{code} est votre code {product}. Ne le donnez à personne.',
  },
  ja: {
    'verify-email': {
      subject: '{product}: メールアドレスの確認',
      body: '次のリンクを開いて、{email} がご自身のアドレスであることを確認してください。\n\n{link}\n\nリンクの有効期間は 1 日です。お心当たりがない場合は、このメールを無視してください。',
    },
    'reset-password': {
      subject: '{product}: 新しいパスワードの設定',
      body: '次のリンクを開いて、{email} の新しいパスワードを設定してください。\n\n{link}\n\nリンクの有効期間は 1 時間で、使えるのは 1 回だけです。お心当たりがない場合は、このメールを無視してください。',
    },
    'email-link': {
      subject: '{product}: ログイン用リンク',
      body: '次のリンクを開いて、{email} としてログインしてください。\n\n{link}\n\nリンクの有効期間は 1 時間で、使えるのは 1 回だけです。お心当たりがない場合は、このメールを無視してください。',
    },
    'change-email': {
      subject: '{product}: 新しいメールアドレスの確認',
      body: '次のリンクを開くと、{email} がアカウントで使われるようになります。\n\n{link}\n\nリンクの有効期間は 1 時間です。お心当たりがない場合は、このメールを無視してください。',
    },
    'recover-email': {
      subject: '{product}: メールアドレスが変更されました',
      body: 'アカウントのメールアドレスが変更されました。ご自身による変更でない場合は、次のリンクを開いて {email} に戻してください。\n\n{link}\n\nリンクの有効期間は 7 日です。',
    },
    message: '{product} の確認コードは {code} です。誰にも教えないでください。',
  },
  ko: {
    'verify-email': {
      subject: '{product}: 이메일 주소 확인',
      body: '다음 링크를 열어 {email}이(가) 본인의 주소임을 확인해 주세요.\n\n{link}\n\n링크는 하루 동안 유효합니다. 요청하지 않으셨다면 이 메일을 무시해 주세요.',
    },
    'reset-password': {
      subject: '{product}: 새 비밀번호 설정',
      body: '다음 링크를 열어 {email} 계정의 새 비밀번호를 설정해 주세요.\n\n{link}\n\n링크는 한 시간 동안 한 번만 사용할 수 있습니다. 요청하지 않으셨다면 이 메일을 무시해 주세요.',
    },
    'email-link': {
      subject: '{product}: 로그인 링크',
      body: '다음 링크를 열어 {email}(으)로 로그인해 주세요.\n\n{link}\n\n링크는 한 시간 동안 한 번만 사용할 수 있습니다. 요청하지 않으셨다면 이 메일을 무시해 주세요.',
    },
    'change-email': {
      subject: '{product}: 새 이메일 주소 확인',
      body: '다음 링크를 열면 계정에서 {email} 주소를 사용합니다.\n\n{link}\n\n링크는 한 시간 동안 유효합니다. 요청하지 않으셨다면 이 메일을 무시해 주세요.',
    },
    'recover-email': {
      subject: '{product}: 이메일 주소가 변경되었습니다',
      body: '계정의 이메일 주소가 변경되었습니다. 직접 변경하지 않으셨다면 다음 링크를 열어 {email} 주소를 되찾아 주세요.\n\n{link}\n\n링크는 7일 동안 유효합니다.',
    },
    message: '{product} 확인 코드는 {code}입니다. 누구에게도 알려 주지 마세요.',
  },
  ru: {
    'verify-email': {
      subject: '{product}: подтвердите адрес электронной почты',
      body: 'Откройте эту ссылку, чтобы подтвердить, что {email} — ваш адрес:\n\n{link}\n\nСсылка действует один день. Если вы её не запрашивали, не обращайте внимания на это письмо.',
    },
    'reset-password': {
      subject: '{product}: выберите новый пароль',
      body: 'Откройте эту ссылку, чтобы выбрать новый пароль для {email}:\n\n{link}\n\nСсылка действует один час и только один раз. Если вы её не запрашивали, не обращайте внимания на это письмо.',
    },
    'email-link': {
      subject: '{product}: ссылка для входа',
      body: 'Откройте эту ссылку, чтобы войти как {email}:\n\n{link}\n\nСсылка действует один час и только один раз. Если вы её не запрашивали, не обращайте внимания на это письмо.',
    },
    'change-email': {
      subject: '{product}: подтвердите новый адрес электронной почты',
      body: 'Откройте эту ссылку, чтобы использовать {email} в вашей учётной записи:\n\n{link}\n\nСсылка действует один час. Если вы её не запрашивали, не обращайте внимания на это письмо.',
    },
    'recover-email': {
      subject: '{product}: адрес электронной почты изменён',
      body: 'У вашей учётной записи новый адрес электронной почты. Если его изменили не вы, откройте эту ссылку, чтобы вернуть {email}:\n\n{link}\n\nСсылка действует семь дней.',
    },
    message: '{code} — ваш код {product}. Никому его не сообщайте.',
  },
  zh: {
    'verify-email': {
      subject: '{product}：确认您的电子邮箱',
      body: '请打开以下链接，确认 {email} 是您的邮箱：\n\n{link}\n\n链接在一天内有效。如果这不是您的请求，请忽略此邮件。',
    },
    'reset-password': {
      subject: '{product}：设置新密码',
      body: '请打开以下链接，为 {email} 设置新密码：\n\n{link}\n\n链接在一小时内有效，且只能使用一次。如果这不是您的请求，请忽略此邮件。',
    },
    'email-link': {
      subject: '{product}：您的登录链接',
      body: '请打开以下链接，以 {email} 登录：\n\n{link}\n\n链接在一小时内有效，且只能使用一次。如果这不是您的请求，请忽略此邮件。',
    },
    'change-email': {
      subject: '{product}：确认您的新邮箱',
      body: '请打开以下链接，将 {email} 用于您的账户：\n\n{link}\n\n链接在一小时内有效。如果这不是您的请求，请忽略此邮件。',
    },
    'recover-email': {
      subject: '{product}：您的邮箱已更改',
      body: '您的账户已使用新的邮箱。如果不是您本人更改的，请打开以下链接恢复 {email}：\n\n{link}\n\n链接在七天内有效。',
    },
    message: '{code} 是您的 {product} 验证码。请勿告诉任何人。',
  },
}

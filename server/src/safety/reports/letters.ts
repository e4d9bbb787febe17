import type { Locale } from '@nodeyard/contract/ground'
import type { ReportOutcome } from '@nodeyard/contract/safety'
import type { Mail } from '../../ground/mail/mailer.ts'
import { pageIn } from '../../ground/mail/page-in.ts'
import type { Config } from '../../ground/settings.ts'
import { toLocale } from '../../people/identity/embedded/locale.ts'
import type { Correspondence } from './sql.ts'

type Letter = Omit<Mail, 'to'>
type Site = Pick<Config, 'siteUrl' | 'productName'>

interface Texts {
  subject: string
  /** A moderator's message to the reporter, in place of `{text}`. */
  answer: string
  closed: string
  publisher: string
  outcomes: Record<Exclude<ReportOutcome, 'spam'>, string>
}

/** The texts in every site language. */
const texts: Record<Locale, Texts> = {
  ar: {
    subject: '{product}: بلاغ عن {node}',
    answer:
      'كتب أحد المشرفين بشأن بلاغك عن {node}:\n\n{text}\n\nلإضافة شيء أرسل بلاغًا جديدًا عن الشيء نفسه، وسيُضاف إلى بلاغك:\n{link}',
    closed: 'شكرًا على بلاغك عن {node}. {outcome}\n\n{text}\n\n{link}',
    publisher: 'وصل بلاغ عن {node}، وقد نظر فيه المشرفون. {outcome}\n\n{text}\n\n{link}',
    outcomes: {
      acted: 'اتُّخذ إجراء بشأنه.',
      harmless: 'لم يُعثر على أي مشكلة.',
      duplicate: 'كانت المشكلة معروفة من بلاغ آخر.',
      unclear: 'تعذَّر التحقق من الأمر بالمعلومات المتاحة.',
    },
  },
  en: {
    subject: '{product}: a report about {node}',
    answer:
      'A moderator wrote to you about your report of {node}:\n\n{text}\n\nTo add information, submit the same report again. It will be added to your report:\n{link}',
    closed: 'Thank you for your report about {node}. {outcome}\n\n{text}\n\n{link}',
    publisher: '{node} was reported, and moderators have reviewed the report. {outcome}\n\n{text}\n\n{link}',
    outcomes: {
      acted: 'Action was taken.',
      harmless: 'No problem was found.',
      duplicate: 'The problem was already known from another report.',
      unclear: 'The available information was not enough to investigate.',
    },
  },
  es: {
    subject: '{product}: una denuncia sobre {node}',
    answer:
      'Un moderador escribe sobre tu denuncia de {node}:\n\n{text}\n\nPara añadir algo, denuncia lo mismo otra vez; se añadirá a tu denuncia:\n{link}',
    closed: 'Gracias por tu denuncia sobre {node}. {outcome}\n\n{text}\n\n{link}',
    publisher: 'Se ha denunciado {node} y los moderadores lo han revisado. {outcome}\n\n{text}\n\n{link}',
    outcomes: {
      acted: 'Se han tomado medidas.',
      harmless: 'No se ha encontrado ningún problema.',
      duplicate: 'El problema ya se conocía por otra denuncia.',
      unclear: 'No se ha podido comprobar con los datos disponibles.',
    },
  },
  fr: {
    subject: '{product} : un signalement de {node}',
    answer:
      'La modération vous écrit au sujet de votre signalement de {node} :\n\n{text}\n\nPour ajouter quelque chose, signalez la même chose une nouvelle fois ; ce sera joint à votre signalement :\n{link}',
    closed: 'Merci pour votre signalement de {node}. {outcome}\n\n{text}\n\n{link}',
    publisher: '{node} a été signalé et la modération l’a examiné. {outcome}\n\n{text}\n\n{link}',
    outcomes: {
      acted: 'Des mesures ont été prises.',
      harmless: 'Aucun problème n’a été constaté.',
      duplicate: 'Le problème était déjà connu par un autre signalement.',
      unclear: 'Les informations disponibles n’ont pas permis de le vérifier.',
    },
  },
  ja: {
    subject: '{product}: {node} に関する報告',
    answer:
      '{node} に関するあなたの報告について、モデレーターからの連絡です。\n\n{text}\n\n追記するには、同じ内容をもう一度報告してください。あなたの報告に追加されます。\n{link}',
    closed: '{node} についてご報告いただきありがとうございます。{outcome}\n\n{text}\n\n{link}',
    publisher: '{node} について報告があり、モデレーターが確認しました。{outcome}\n\n{text}\n\n{link}',
    outcomes: {
      acted: '対応を行いました。',
      harmless: '問題は見つかりませんでした。',
      duplicate: '別の報告により、すでに把握していた問題でした。',
      unclear: '得られた情報では確認できませんでした。',
    },
  },
  ko: {
    subject: '{product}: {node} 신고',
    answer:
      '{node} 신고에 대해 운영자가 보낸 글입니다.\n\n{text}\n\n내용을 덧붙이려면 같은 대상을 다시 신고해 주세요. 기존 신고에 추가됩니다.\n{link}',
    closed: '{node}을(를) 신고해 주셔서 감사합니다. {outcome}\n\n{text}\n\n{link}',
    publisher: '{node}에 대한 신고가 있어 운영자가 확인했습니다. {outcome}\n\n{text}\n\n{link}',
    outcomes: {
      acted: '조치를 취했습니다.',
      harmless: '문제가 발견되지 않았습니다.',
      duplicate: '다른 신고로 이미 알려진 문제였습니다.',
      unclear: '알려진 정보만으로는 확인할 수 없었습니다.',
    },
  },
  ru: {
    subject: '{product}: жалоба на {node}',
    answer:
      'Модератор пишет о вашей жалобе на {node}:\n\n{text}\n\nЧтобы что-то добавить, пожалуйтесь на то же самое ещё раз: это будет присоединено к вашей жалобе.\n{link}',
    closed: 'Спасибо за жалобу на {node}. {outcome}\n\n{text}\n\n{link}',
    publisher: 'На {node} пожаловались, и модераторы это рассмотрели. {outcome}\n\n{text}\n\n{link}',
    outcomes: {
      acted: 'Меры приняты.',
      harmless: 'Нарушений не найдено.',
      duplicate: 'Проблема уже была известна из другой жалобы.',
      unclear: 'Имеющихся сведений не хватило, чтобы это проверить.',
    },
  },
  zh: {
    subject: '{product}：关于 {node} 的举报',
    answer:
      '关于您对 {node} 的举报，管理员写道：\n\n{text}\n\n如需补充，请再次举报同一内容，它会附加到您的举报中：\n{link}',
    closed: '感谢您举报 {node}。{outcome}\n\n{text}\n\n{link}',
    publisher: '有人举报了 {node}，管理员已经查看。{outcome}\n\n{text}\n\n{link}',
    outcomes: {
      acted: '已采取措施。',
      harmless: '未发现问题。',
      duplicate: '该问题已由其他举报反映。',
      unclear: '根据现有信息无法核实。',
    },
  },
}

/** Builds the mail with a moderator's message, in the reporter's language. */
export function answerLetter(site: Site, report: Correspondence, text: string): Letter {
  const locale = toLocale(report.locale)
  const { subject, answer } = texts[locale]
  return fillBoth(site, report, { locale, subject, body: answer }, { text })
}

/** Builds the mail with the outcome, in the reporter's language. */
export function outcomeLetter(site: Site, report: Correspondence): Letter {
  const locale = toLocale(report.locale)
  const { subject, closed, outcomes } = texts[locale]
  return fillBoth(site, report, { locale, subject, body: closed }, outcomeOf(report, outcomes))
}

/** Builds the mail to an owner, in the owner's language, without the reporter or the report's text. */
export function publisherLetter(site: Site, report: Correspondence, language: string): Letter {
  const locale = toLocale(language)
  const { subject, publisher, outcomes } = texts[locale]
  return fillBoth(site, report, { locale, subject, body: publisher }, outcomeOf(report, outcomes))
}

function outcomeOf({ outcome, reason }: Correspondence, outcomes: Texts['outcomes']) {
  return { outcome: outcome && outcome !== 'spam' ? outcomes[outcome] : '', text: reason }
}

function fillBoth(
  site: Site,
  { node_id, node_name, version }: Correspondence,
  { locale, subject, body }: { locale: Locale; subject: string; body: string },
  more: Record<string, string>,
): Letter {
  const node = [node_name || node_id, version].filter(Boolean).join(' ')
  const path = `/nodes/${encodeURIComponent(node_id)}${version ? `/versions/${version}` : ''}`
  const link = pageIn(locale, site, path)
  const values: Record<string, string> = { product: site.productName, node, link, ...more }
  const fill = (text: string) => text.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole)
  return { subject: fill(subject), text: fill(body) }
}

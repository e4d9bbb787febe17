import {
  type AbuseReport,
  answerReport,
  closeReports,
  type ReportedNode,
  type ReportOutcome,
  reportOutcomes,
} from '@nodeyard/contract/safety'
import { ChoiceField } from '../../ground/forms/choice-field.tsx'
import { useDraft } from '../../ground/forms/draft.ts'
import { SelectField } from '../../ground/forms/select-field.tsx'
import { useFormats, useText } from '../../ground/site/site.ts'
import type { TextKey } from '../../ground/texts/texts.ts'
import { kindTexts } from '../../public/safety/kinds.ts'
import { ConfirmDialog } from '../kit/confirm-dialog.tsx'
import { useAdminToken } from '../kit/use-admin-token.ts'
import { useChange } from '../kit/use-change.ts'

/** Reports whose answer or closing the dialog confirms. */
export interface ReportAction {
  act: 'answer' | 'close'
  node: ReportedNode
  reports: AbuseReport[]
}

export const outcomeTexts: Record<ReportOutcome, TextKey<'admin-safety'>> = {
  acted: 'outcome_acted',
  harmless: 'outcome_harmless',
  duplicate: 'outcome_duplicate',
  unclear: 'outcome_unclear',
  spam: 'outcome_spam',
}

interface ReportActionDialog extends ReportAction {
  onClose(): void
}

/** Confirms that reports are answered or closed. */
export function ReportDialog(asked: ReportActionDialog) {
  return asked.act === 'close' ? <CloseDialog {...asked} /> : <AnswerDialog {...asked} />
}

/** Names the reports in a confirmation. */
function useNamesOf(): (asked: ReportAction) => string[] {
  const safety = useText('safety')
  const formats = useFormats()
  return ({ node, reports }) =>
    reports.map(({ kind, createdAt, version = '' }) =>
      [node.node_id, version, safety(kindTexts[kind]), formats.date(createdAt)].filter(Boolean).join(' · '),
    )
}

function AnswerDialog({ onClose, ...asked }: ReportActionDialog) {
  const t = useText('admin-safety')
  const { call } = useAdminToken()
  const changed = useChange(['admin', 'reports'])
  const [report] = asked.reports
  return (
    <ConfirmDialog
      title={t('answer')}
      lead={t('answer_lead')}
      things={useNamesOf()(asked)}
      reason={{ key: `report-answer:${report?.id}` }}
      action={t('answer')}
      onConfirm={async (text) => {
        await call(answerReport, { params: { reportId: report?.id ?? '' }, body: { text } })
        await changed(t('done'))
        onClose()
      }}
      onClose={onClose}
    />
  )
}

const defaultOutcome = { outcome: 'acted', tellReporters: true, tellPublisher: false }

function CloseDialog({ onClose, ...asked }: ReportActionDialog) {
  const t = useText('admin-safety')
  const { call } = useAdminToken()
  const changed = useChange(['admin', 'reports'])
  const draft = useDraft(`report-outcome:${asked.reports[0]?.id}`, defaultOutcome)
  const { tellReporters, tellPublisher } = draft.value
  const outcome = reportOutcomes.find((one) => one === draft.value.outcome) ?? 'acted'
  return (
    <ConfirmDialog
      title={t('close')}
      lead={t('close_lead')}
      things={useNamesOf()(asked)}
      reason={{ key: `report-close:${asked.reports[0]?.id}` }}
      action={t('close')}
      onConfirm={async (reason) => {
        const reportIds = asked.reports.map((report) => report.id)
        await call(closeReports, { body: { reportIds, outcome, reason, tellReporters, tellPublisher } })
        draft.clear()
        await changed(t('done'))
        onClose()
      }}
      onClose={onClose}
    >
      <SelectField
        label={t('outcome')}
        value={outcome}
        onChange={({ target }) => draft.set({ ...draft.value, outcome: target.value })}
        options={reportOutcomes.map((one) => ({ value: one, text: t(outcomeTexts[one]) }))}
      />
      <ChoiceField
        checked={tellReporters}
        onChange={(tellReporters) => draft.set({ ...draft.value, tellReporters })}
      >
        {t('tell_reporters')}
      </ChoiceField>
      <ChoiceField
        checked={tellPublisher}
        onChange={(tellPublisher) => draft.set({ ...draft.value, tellPublisher })}
      >
        {t('tell_publisher')}
      </ChoiceField>
    </ConfirmDialog>
  )
}

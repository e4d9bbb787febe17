import { useNavigation } from 'react-router'
import { useText } from '../../ground/site/site.ts'

export function Progress() {
  const t = useText('common')
  if (useNavigation().state === 'idle') return null
  return <div role="progressbar" aria-label={t('loading')} className="progress" />
}

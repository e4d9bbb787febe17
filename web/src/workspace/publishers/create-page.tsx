import { useNavigate, useSearchParams } from 'react-router'
import { CreatePublisherForm } from '../../account/access/create-publisher-form.tsx'
import { SignedInOnly } from '../../account/access/guards.tsx'
import { Main } from '../../ground/page/main.tsx'
import { type PageHandle, pageLoader } from '../../ground/page/page.ts'
import { links } from '../../ground/paths/links.ts'
import { manageLinks } from '../../ground/paths/manage-links.ts'
import { paths } from '../../ground/paths/paths.ts'
import { useText } from '../../ground/site/site.ts'
import { ButtonLink } from '../../ground/ui/button.tsx'
import { PageHead } from '../../ground/ui/page-head.tsx'
import { Part } from '../../ground/ui/part.tsx'
import { showToast } from '../../ground/ui/toast.ts'

export const handle: PageHandle = { namespaces: ['workspace', 'forms'] }
export const loader = pageLoader(paths.createPublisher, handle, async () => {})

export function Component() {
  const t = useText('workspace')
  const cancel = useText('common')('cancel')
  const navigate = useNavigate()
  const isForGuide = useSearchParams()[0].get('for') === 'guide'
  const continueWith = (id: string) => {
    showToast('success', t('publisher_created', { name: id }))
    void navigate(
      isForGuide ? `${manageLinks.howToPublish({ publisher: id })}#step-3` : links.managePublisher(id),
    )
  }
  return (
    <>
      <PageHead title={t('create_publisher')} />
      <SignedInOnly>
        {() => (
          <Main className="grid max-w-2xl! content-start gap-4">
            <h1 className="text-2xl font-bold tracking-tight">{t('create_publisher')}</h1>
            <Part title={t('new_publisher')} lead={t('create_publisher_lead')}>
              <CreatePublisherForm onCreated={continueWith}>
                <ButtonLink to={isForGuide ? links.howToPublish() : links.ownNodes()}>{cancel}</ButtonLink>
              </CreatePublisherForm>
            </Part>
          </Main>
        )}
      </SignedInOnly>
    </>
  )
}

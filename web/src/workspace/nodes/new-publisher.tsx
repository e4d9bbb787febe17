import { type ComponentType, useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import type { CreatePublisherForm } from '../../account/access/create-publisher-form.tsx'
import { ownPublishersQuery } from '../../account/access/queries.ts'
import { links } from '../../ground/paths/links.ts'
import { manageLinks } from '../../ground/paths/manage-links.ts'
import { type Site, useSite, useText } from '../../ground/site/site.ts'
import { ButtonLink } from '../../ground/ui/button.tsx'

type Form = ComponentType<Parameters<typeof CreatePublisherForm>[0]>

/** Creates a publisher inside the guide, which then shows its next step. */
export function NewPublisher() {
  const t = useText('manage')
  const site = useSite()
  const navigate = useNavigate()
  const [loaded, setLoaded] = useState<{ Form?: Form }>()
  useEffect(() => {
    let isCurrent = true
    loadForm(site).then(
      (Form) => isCurrent && setLoaded({ Form }),
      () => isCurrent && setLoaded({}),
    )
    return () => {
      isCurrent = false
    }
  }, [site])
  if (!loaded) return null
  if (!loaded.Form)
    return (
      <ButtonLink look="primary" to={links.createPublisher('guide')} className="justify-self-start">
        {t('guide_create_publisher')}
      </ButtonLink>
    )
  const goOn = async (id: string) => {
    await site.queries.invalidateQueries({ queryKey: ownPublishersQuery(site).queryKey })
    await navigate(`${manageLinks.howToPublish({ publisher: id })}#step-3`, { replace: true })
  }
  return (
    <div className="max-w-md">
      <loaded.Form onCreated={(id) => void goOn(id)} />
    </div>
  )
}

/** Only people without a publisher need it. */
async function loadForm(site: Site): Promise<Form> {
  const [{ CreatePublisherForm }] = await Promise.all([
    import('../../account/access/create-publisher-form.tsx'),
    site.prepareTexts(['workspace']),
  ])
  return CreatePublisherForm
}

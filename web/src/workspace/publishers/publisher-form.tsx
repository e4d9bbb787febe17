import { limits } from '@nodeyard/contract/limits'
import {
  type Publisher,
  removePublisherPhoto,
  updatePublisher,
  uploadPublisherPhoto,
} from '@nodeyard/contract/people'
import { useMay } from '../../account/access/use-may.ts'
import { bindText, useDraft } from '../../ground/forms/draft.ts'
import { Field } from '../../ground/forms/field.tsx'
import { Form, Submit } from '../../ground/forms/form.tsx'
import { PictureField } from '../../ground/forms/picture-field.tsx'
import { TextArea } from '../../ground/forms/text-area.tsx'
import { useSite, useText } from '../../ground/site/site.ts'
import { httpAddress } from '../../ground/ui/http-address.ts'
import { isOwnPicture, markOf, publisherPicture } from '../../ground/ui/pictures.ts'
import { useAction } from '../../ground/ui/use-action.ts'

/** Edits the public details of a publisher. The id cannot change. */
export function PublisherForm({ publisher, isReadOnly }: { publisher: Publisher; isReadOnly: boolean }) {
  const t = useText('workspace')
  const { draft, bind, bindAddress, submit, isRunning, problem } = usePublisherForm(publisher, isReadOnly)
  return (
    <Form
      draft={isReadOnly ? undefined : draft}
      problem={problem}
      onSubmit={submit}
      className="grid max-w-2xl gap-4"
    >
      <Field
        label={t('publisher_id')}
        value={publisher.id}
        readOnly
        dir="ltr"
        hint={t('publisher_id_stays')}
      />
      <Field label={t('display_name')} dir="auto" maxLength={limits.nameLength} {...bind('name')} />
      <TextArea
        label={t('description')}
        dir="auto"
        maxLength={limits.descriptionLength}
        {...bind('description')}
      />
      <Address label={t('website')} {...bindAddress('website')} />
      <Address label={t('source_code')} {...bindAddress('source_code_repo')} />
      <Photo publisher={publisher} field={bindAddress('logo')} />
      <Field
        label={t('support')}
        hint={t('support_hint')}
        type="email"
        dir="ltr"
        maxLength={limits.nameLength}
        {...bind('support')}
      />
      {!isReadOnly && <Submit disabled={isRunning || !draft.isTyped}>{t('save')}</Submit>}
    </Form>
  )
}

interface Photo {
  publisher: Publisher
  /** The field with the address. */
  field: Omit<Parameters<typeof Field>[0], 'label'>
}

function Photo({ publisher: { id, logo }, field }: Photo) {
  const t = useText('workspace')
  const { registry, settings, queries } = useSite()
  const action = useAction()
  const may = useMay(id)
  const params = { publisherId: id }
  const changed = () => {
    void queries.invalidateQueries({ queryKey: ['publishers', id] })
    void queries.invalidateQueries({ queryKey: ['users'] })
  }
  return (
    <PictureField
      label={t('picture')}
      hint={t('picture_upload_hint')}
      picture={logo === '' ? undefined : publisherPicture(id) + markOf(logo)}
      shape="square"
      isUploaded={isOwnPicture(logo, settings)}
      isReadOnly={!may(uploadPublisherPhoto) || !may(removePublisherPhoto)}
      action={action}
      upload={(data) => registry.call(uploadPublisherPhoto, { params, body: { data } }).then(changed)}
      remove={() => registry.call(removePublisherPhoto, { params }).then(changed)}
    >
      <Address label={t('picture_address')} {...field} />
    </PictureField>
  )
}

const addresses = ['website', 'source_code_repo', 'logo'] as const

/** Form state of a publisher's details, with saving. */
function usePublisherForm(publisher: Publisher, isReadOnly: boolean) {
  const t = useText('workspace')
  const { registry, settings } = useSite()
  const { name, description, website, support, source_code_repo, logo } = publisher
  const saved = { name, description, website, support, source_code_repo, logo }
  const draft = useDraft(`publisher:${publisher.id}`, saved)
  const { run, isRunning, problem } = useAction()
  const bind = (field: keyof typeof saved) => ({
    ...bindText(draft, field),
    readOnly: isReadOnly,
  })
  const wrong = addresses.filter((field) => draft.value[field] !== '' && !httpAddress(draft.value[field]))
  const bindAddress = (field: (typeof addresses)[number]) => ({
    ...bind(field),
    problem: wrong.includes(field) ? t('address_problem') : undefined,
  })
  const submit = async () => {
    if (wrong.length > 0) return
    // The address in a draft is from before an upload, which it would replace.
    const body = isOwnPicture(logo, settings) ? { ...draft.value, logo } : draft.value
    const call = () => registry.call(updatePublisher, { params: { publisherId: publisher.id }, body })
    if (await run(call, t('saved'))) draft.clear()
  }
  return { draft, bind, bindAddress, submit, isRunning, problem }
}

function Address(field: Parameters<typeof Field>[0]) {
  return <Field type="url" dir="ltr" maxLength={limits.urlLength} {...field} />
}

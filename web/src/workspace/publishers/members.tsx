import { type PublisherMember, removeMember, updateMember } from '@nodeyard/contract/people'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { Field } from '../../ground/forms/field.tsx'
import { links } from '../../ground/paths/links.ts'
import { useSite, useText } from '../../ground/site/site.ts'
import { Badge } from '../../ground/ui/badge.tsx'
import { Button } from '../../ground/ui/button.tsx'
import { Dialog, DialogEnd } from '../../ground/ui/dialog.tsx'
import { Part, PartRow } from '../../ground/ui/part.tsx'
import { RefusalNote } from '../../ground/ui/refusal-note.tsx'
import { showToast } from '../../ground/ui/toast.ts'
import { useAction } from '../../ground/ui/use-action.ts'
import { useSome } from '../../ground/ui/use-some.ts'
import type { Managed } from './manage-layout.tsx'
import { RoleSelect } from './role-select.tsx'

/** Lists up to this length have no search. */
const maxWithoutSearch = 20

function isCalled({ name, email }: PublisherMember['user'], text: string): boolean {
  return `${name} ${email ?? ''}`.toLowerCase().includes(text.trim().toLowerCase())
}

/** Lists the members of a publisher, with controls to change them. */
export function Members({ managed }: { managed: Managed }) {
  const t = useText('workspace')
  const { members } = managed.publisher
  const [text, setText] = useState('')
  const found = members.filter(({ user }) => isCalled(user, text))
  const { some, next, more } = useSome(found)
  return (
    <Part title={t('members')} lead={t('members_lead')}>
      {members.length > maxWithoutSearch && (
        <Field
          type="search"
          label={t('find_member')}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      )}
      {found.length === 0 && <p className="py-3 text-sm text-muted">{t('no_such_member')}</p>}
      <ul>
        {some.map((member) => (
          <Member key={member.id ?? member.user.name} member={member} managed={managed} />
        ))}
      </ul>
      {next > 0 && (
        <div>
          <Button onClick={more}>{t('show_more', { count: next })}</Button>
        </div>
      )}
    </Part>
  )
}

function Member({ member, managed }: { member: PublisherMember; managed: Managed }) {
  const t = useText('workspace')
  const { registry } = useSite()
  const { publisher, user, may } = managed
  const { run, isRunning, problem } = useAction()
  const [chosen, setChosen] = useState(member.role)
  const { id: userId, name, email } = member.user
  const isSelf = userId === user.id
  const shown = name || email || ''
  const setRole = (role: PublisherMember['role']) => {
    if (userId === undefined) return
    setChosen(role)
    const call = () =>
      registry.call(updateMember, { params: { publisherId: publisher.id, userId }, body: { role } })
    void run(call, t('saved'))
  }
  return (
    <PartRow
      action={
        <div className="flex flex-wrap items-center gap-2">
          {may(updateMember) && userId !== undefined ? (
            <RoleSelect
              label={t('role_of', { name: shown })}
              role={isRunning ? chosen : member.role}
              isDisabled={isRunning}
              onChoose={setRole}
            />
          ) : (
            <Badge>{member.role === 'owner' ? t('role_owner') : t('role_member')}</Badge>
          )}
          {may(removeMember, isSelf) && userId !== undefined && (
            <Remove publisherId={publisher.id} userId={userId} name={shown} isSelf={isSelf} />
          )}
        </div>
      }
    >
      <div className="grid min-w-0 gap-1">
        <p className="flex flex-wrap items-center gap-2">
          <bdi className="font-medium wrap-anywhere">{shown}</bdi>
          {isSelf && <Badge tone="accent">{t('you')}</Badge>}
        </p>
        {email && email !== shown && <bdi className="text-sm text-muted wrap-anywhere">{email}</bdi>}
        <RefusalNote problem={problem} />
      </div>
    </PartRow>
  )
}

/** Removes a member, or lets the user leave, after a confirmation. */
function Remove({
  publisherId,
  userId,
  name,
  isSelf,
}: {
  publisherId: string
  userId: string
  name: string
  isSelf: boolean
}) {
  const t = useText('workspace')
  const { registry } = useSite()
  const navigate = useNavigate()
  const { run, isRunning, problem, reset } = useAction()
  const [isAsking, setAsking] = useState(false)
  const action = isSelf ? t('leave') : t('remove')
  const close = () => {
    setAsking(false)
    reset()
  }
  const confirm = async () => {
    const remove = async () => {
      await registry.call(removeMember, { params: { publisherId, userId } })
      showToast('success', isSelf ? t('left', { name: publisherId }) : t('removed', { name }))
      // Leaves before the publisher is reloaded, which would refuse access.
      if (isSelf) await navigate(links.ownNodes())
    }
    if (await run(remove)) close()
  }
  return (
    <>
      <Button
        look="risky"
        aria-label={isSelf ? t('leave_name', { name: publisherId }) : t('remove_name', { name })}
        onClick={() => setAsking(true)}
      >
        {action}
      </Button>
      {isAsking && (
        <Dialog
          title={isSelf ? t('leave_title', { name: publisherId }) : t('remove_title', { name })}
          onClose={close}
        >
          <p className="text-sm text-muted text-pretty">{isSelf ? t('leave_lead') : t('remove_lead')}</p>
          <RefusalNote problem={problem} />
          <DialogEnd action={action} look="danger" disabled={isRunning} onAct={confirm} onCancel={close} />
        </Dialog>
      )}
    </>
  )
}

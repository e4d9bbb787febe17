import type { Texts } from '../letter-names.ts'

export const fr: Texts = {
  'version-listed': '{node} {version} est publiée',
  'version-broken':
    '{node} {version} est publiée, mais n’est pas la dernière version, car l’outil ne peut pas la charger. Publiez une version corrigée ou autorisez celle-ci sur sa page',
  'followed-version': '{node} {version} est disponible',
  'version-refused': 'L’archive de {node} {version} a été refusée',
  'version-flagged': '{node} {version} est retenue en attente de vérification',
  'version-held': '{node} {version} a été signalée et reste retenue jusqu’à son examen par un modérateur',
  'version-approved': 'Les modérateurs ont approuvé {node} {version}',
  'version-rejected': 'Les modérateurs ont rejeté {node} {version}',
  'version-reopened': '{node} {version} est vérifiée à nouveau',
  'version-deleted': 'Les modérateurs ont supprimé {node} {version}',
  'version-without-provenance': '{node} {version} a été publiée sans provenance',
  'version-without-attestation':
    '{node} {version} n’est pas signée par le build qui a signé les versions précédentes',
  'appeal-answered': 'Les modérateurs ont répondu à votre recours concernant {node} {version}',
  'node-banned': '{node} a été banni',
  'node-unbanned': 'Le bannissement de {node} a été levé',
  'node-claimed': '{publisher} a revendiqué {node}',
  'node-offered': '{from} propose {node} à {to}',
  'node-offer-declined': '{to} a décliné la proposition de {node}',
  'node-offer-withdrawn': '{from} a retiré la proposition de {node}',
  'node-moved': '{node} est passé de {from} à {to}',
  'repository-lost': '{node} a perdu le lien vers le dépôt {repository}, qui appartient à {keeper}',
  'repository-kept': '{node} garde le dépôt {repository}, que {loser} indiquait aussi',
  'publisher-banned': 'L’éditeur {publisher} a été banni',
  'publisher-unbanned': 'Le bannissement de l’éditeur {publisher} a été levé',
  'member-joined': '{person} a rejoint {publisher}',
  'member-removed': '{person} ne fait plus partie de {publisher}',
  'role-changed': 'Le rôle de {person} dans {publisher} a changé',
  'token-created': 'Un jeton a été créé pour {publisher}',
  'token-near-end': 'Un jeton de {publisher} expire le {date}',
  'token-stopped':
    'Un jeton de {publisher} ne fonctionne plus, car la personne qui l’a créé ne peut plus publier',
  'token-leaked':
    'Un jeton de {publisher} a été révoqué car il se trouvait dans une archive envoyée. Créez-en un nouveau et ne l’incluez pas dans le pack',
  'trusted-stopped':
    'La compilation de confiance de {node} ne fonctionne plus, car la personne qui l’a créée ne peut plus publier. Enregistrez-la à nouveau pour la conserver',
  'webhook-given-up': 'Un webhook de {publisher} a été désactivé, car les envois échouaient',
  news: 'Des nouvelles de vos packs',
  'security-news': 'Alertes de sécurité concernant vos éditeurs',
  reason: 'Motif : {reason}',
  findings: 'Constats : {count}',
  name: 'Nom : {name}',
  address: 'Adresse : {address}',
  'not-you': 'Si vous n’êtes au courant de rien, vérifiez les membres et les jetons.',
  more: 'Autres événements : {count}',
  why: 'Vous recevez ce message parce que vous faites partie d’un éditeur sur {product}.',
  'why-followed': 'Vous recevez cet e-mail car vous suivez des packs ou des éditeurs sur {product}.',
  settings: 'Choisir les messages reçus',
  stop: 'Ne plus recevoir ce type de message',
  'stop-title': 'Ne plus recevoir de messages',
  'stop-question': 'Voulez-vous ne plus recevoir de messages de ce type ?',
  stopped:
    'Vous ne recevrez plus de messages de ce type. Vous pouvez changer cela sur la page de votre compte.',
  'stop-failed': 'Ce lien n’est pas valide. Vous pouvez choisir vos messages sur la page de votre compte.',
  invitation: 'Invitation à rejoindre {publisher}',
  'invitation-body':
    'Vous êtes invité à rejoindre l’éditeur {publisher} sur {product}. Ouvrez ce lien pour accepter ou décliner :',
  'invitation-ignore':
    'L’invitation est valable jusqu’au {date}. Si vous ne l’attendiez pas, ignorez ce message.',
}

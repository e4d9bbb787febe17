const secretParameters = /([?&](?:signature|code|state|address)=)[^&]*/g
/** Pages about repositories have their address in the path. People also paste addresses with a password. */
const repositoryPage = /^((?:\/[\w-]+)?\/repositories\/).*/

/** The URL for logs, without credentials, such as those of signed URLs and in addresses of repositories. */
export const loggedUrl = (url: string): string =>
  url.replace(secretParameters, '$1…').replace(repositoryPage, '$1…').slice(0, 500)

/** The origin of a value, or its content, as bits, so that values can be joined quickly. */
export const origins = {
  /** Bytes that came over the network. */
  network: 1 << 0,
  /** Decoded, decompressed, reversed or calculated, so that readers of the source do not see it. */
  decoded: 1 << 1,
  /** The whole environment. */
  environment: 1 << 2,
  /** Content of a file that holds credentials, or its path. */
  secret: 1 << 3,
  /** A file or a folder that was downloaded. */
  download: 1 << 4,
  /** Identifies the user or the machine. */
  identity: 1 << 5,
  /** The clipboard, the screen, the keyboard, the camera, the microphone. */
  spying: 1 << 6,
  /** Data sent to a route of the tool's own server. */
  request: 1 << 7,
  /** Read from a file without source code, such as a picture. */
  data: 1 << 8,
  /** Found by listing the user's own folders. */
  home: 1 << 9,
  /** A text joined from pieces. */
  built: 1 << 10,
  /** Cookies and the page's storage. */
  storage: 1 << 11,
  /** Read from a local file. */
  file: 1 << 12,
  /** A file that came from a known hub of models. */
  hub: 1 << 13,
  /** One environment variable that holds a credential. */
  credential: 1 << 14,
  /** Came from a literal server address that is not a known hub of models. */
  stranger: 1 << 15,
  /** Returned by a function of the pack that was not read, because nothing in it is telling. */
  unread: 1 << 16,
  /** Read from some file without a Python extension. */
  otherwise: 1 << 17,
  /** Read from some file with a Python extension. */
  source: 1 << 18,
  /** The user's prompts, workflows and settings of the tool. */
  private: 1 << 19,
  /** Found by listing the user's models, outputs or inputs, or the packs of others. */
  kept: 1 << 20,
  /** Arguments of a function of another library that the pack has replaced. */
  captured: 1 << 21,
  /** Stored in a picture, beside its pixels or in them. */
  picture: 1 << 22,
  /** Names a host in the source that is not well known. */
  address: 1 << 23,
  /** The port of the tool's server. */
  port: 1 << 24,
  /** The path of a whole folder of the user. */
  homeFolder: 1 << 25,
  /** The path of a whole folder in the tool with the user's models, outputs or inputs. */
  keptFolder: 1 << 26,
} as const

/** All origins except those that only tell how a text was made. */
export const contentOrigins = ~(
  origins.built |
  origins.file |
  origins.hub |
  origins.unread |
  origins.otherwise |
  origins.source
)

export const folders = origins.homeFolder | origins.keptFolder

/** Origins for which code is read that can only pass values on. */
export const tellingOrigins = contentOrigins & ~(origins.address | origins.port | folders)

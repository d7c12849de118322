type Environment = Record<string, string>

export function readSecretFiles(given: Environment): { env: Environment; problems: Map<string, string> }

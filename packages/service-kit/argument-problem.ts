/** Why `parseArgs` of Node refused a command line, in one sentence. */
export function argumentProblem(cause: unknown): string {
  const { code, message } = cause as { readonly code?: unknown; readonly message: string };
  const [first = ''] = message.split(/\.?(?: |\n)(?=[A-Z])|\.$/);
  const option = /'(?:-\w, )?(--[\w-]+)/.exec(message)?.[1];
  // Node calls '--port -1' ambiguous.
  if (code === 'ERR_PARSE_ARGS_INVALID_OPTION_VALUE' && option && message.includes('ambiguous'))
    return `${option} has no value. One that begins with a dash is written ${option}=VALUE.`;
  return `${first}.`;
}

import { readArguments } from '../arguments.ts';
import { type ExitCode, type Streams, UsageError } from '../command.ts';
import { COMMANDS, helpText } from '../command-list.ts';

interface Completion {
  readonly name: string;
  readonly about: string;
  /** Options with their dashes. */
  readonly options: readonly string[];
  /** Words such as 'add', or ids of reports. */
  readonly words: readonly string[];
}

const SHELLS: Readonly<Record<string, (all: readonly Completion[]) => string>> = {
  bash: bashScript,
  zsh: zshScript,
  fish: fishScript,
};

export async function run(args: readonly string[], { out }: Streams): Promise<ExitCode> {
  const { positionals } = readArguments(args, {});
  const [shell = '', ...more] = positionals;
  const script = Object.hasOwn(SHELLS, shell) ? SHELLS[shell] : undefined;
  if (!script || more.length > 0)
    throw new UsageError(`Name your shell: ${Object.keys(SHELLS).join(', ')}.`);
  out.write(script(await Promise.all(Object.keys(COMMANDS).map(completionOf))));
  return 0;
}

/** What the help of a command names. */
async function completionOf(name: string): Promise<Completion> {
  const help = helpText(name, (await COMMANDS[name]?.())?.helpValues);
  const [usage = ''] = help.split('\n\n');
  const steps = [...usage.matchAll(new RegExp(`tallyboard ${name} ([a-z|]+)`, 'g'))];
  const ids = /^ID is one of: ([^;]+);/m.exec(help)?.[1]?.split(/,\s*/) ?? [];
  const words = steps.flatMap(([, step = '']) => step.split('|'));
  const about = new RegExp(`^  ${name} +(.+)$`, 'm').exec(helpText('overview'))?.[1] ?? '';
  const options = help.match(/(?<![\w-])--[a-z][a-z-]*/g) ?? [];
  return {
    name,
    about,
    options: [...new Set([...options, '--help'])].sort(),
    words: [...new Set([...words, ...ids])],
  };
}

const choicesOf = ({ words, options }: Completion) => [...words, ...options].join(' ');

function bashScript(all: readonly Completion[]): string {
  return `_tallyboard() {
  local choices=
  if [ "$COMP_CWORD" -eq 1 ]; then
    choices='${all.map(({ name }) => name).join(' ')} --help --version'
  else
    case "\${COMP_WORDS[1]}" in
${all.map(one => `      ${one.name}) choices='${choicesOf(one)}' ;;`).join('\n')}
    esac
  fi
  COMPREPLY=($(compgen -W "$choices" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _tallyboard tallyboard
`;
}

function zshScript(all: readonly Completion[]): string {
  return `#compdef tallyboard
_tallyboard() {
  local -a choices
  if (( CURRENT == 2 )); then
    choices=(
${all.map(({ name, about }) => `      '${name}:${about}'`).join('\n')}
    )
    _describe command choices
  else
    case $words[2] in
${all.map(one => `      ${one.name}) choices=(${choicesOf(one)}) ;;`).join('\n')}
    esac
    compadd -a choices
    _files
  fi
}
compdef _tallyboard tallyboard
`;
}

function fishScript(all: readonly Completion[]): string {
  const lines = all.flatMap(({ name, about, options, words }) => {
    const within = `complete -c tallyboard -n '__fish_seen_subcommand_from ${name}'`;
    return [
      `complete -c tallyboard -f -n __fish_use_subcommand -a ${name} -d '${about}'`,
      ...(words.length > 0 ? [`${within} -a '${words.join(' ')}'`] : []),
      ...options.map(option => `${within} -l ${option.slice(2)}`),
    ];
  });
  return `${lines.join('\n')}\n`;
}

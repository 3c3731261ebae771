/** What is wrong with a command line, in our words: those of commander are short of what to do. */

/** The forms of commander's messages, and ours. */
const WORDS: [form: RegExp, text: string][] = [
  [
    /^command-argument value '(.*)' is invalid for argument '(.*?)'\. (.*)$/,
    "'$1' does not fit <$2>. $3",
  ],
  [/^option '(.*?)' argument '(.*)' is invalid\. (.*)$/, "'$2' does not fit $1. $3"],
  [/^missing required argument '(.*)'$/, '<$1> is missing.'],
  [/^required option '(.*)' not specified$/, '$1 is missing.'],
  [/^option '(.*)' argument missing$/, '$1 has no value.'],
  [/^unknown option '(.*?)' ?\(?([^)]*)\)?$/, 'There is no option $1. $2'],
  [/^unknown command '(.*?)' ?\(?([^)]*)\)?$/, 'There is no command $1. $2'],
  [
    /^too many arguments for '(.*)'\. Expected (\d+) .* but got (\d+).*$/,
    '$1 takes $2 words, not $3.',
  ],
];

/** The message of a `CommanderError` in one line, with what to do. */
export function usageText(message: string): string {
  const line = message
    .replace(/^error: /, '')
    .replace(/\s+/g, ' ')
    .trim();
  const [form, text] = WORDS.find(([form]) => form.test(line)) ?? [/^/, ''];
  const said = line.replace(form, text).replace('Allowed choices are ', 'It is one of ').trim();
  return `${said} Add --help to see how it is used.`;
}

import {
  ActionRowBuilder,
  ButtonBuilder,
  type ButtonInteraction,
  ButtonStyle,
  type ChatInputCommandInteraction,
  Events,
  FileUploadBuilder,
  type Interaction,
  LabelBuilder,
  MessageFlags,
  ModalBuilder,
  RadioGroupBuilder,
  SlashCommandBuilder,
  StringSelectMenuBuilder,
  TextDisplayBuilder,
  TextInputBuilder,
  TextInputStyle,
  UserSelectMenuBuilder,
} from "discord.js";
import { describe, expect, it } from "vitest";
import { FakeClock } from "../../../testing/fake-clock.ts";
import { type LoggedIn, loggedIn, newClient, refusalOf } from "./logged-in.ts";

const PLAN = new SlashCommandBuilder()
  .setName("plan")
  .setDescription("Plans of the agent here")
  .addSubcommand((sub) =>
    sub
      .setName("start")
      .setDescription("Begin to plan")
      .addStringOption((option) => option.setName("task").setDescription("What for").setRequired(true))
      .addUserOption((option) => option.setName("approver").setDescription("Who signs"))
      .addAttachmentOption((option) => option.setName("notes").setDescription("What to read first")),
  )
  .addSubcommand((sub) =>
    sub
      .setName("status")
      .setDescription("How it stands")
      .addStringOption((option) => option.setName("plan").setDescription("Which").setAutocomplete(true)),
  );

/** A bot with `/plan` that does with each interaction what the test says. */
async function listening(
  handle: (interaction: Interaction) => unknown,
  options: Parameters<typeof loggedIn>[0] = {},
): Promise<LoggedIn> {
  const bot = await loggedIn(options);
  await bot.client.application.commands.set([PLAN], bot.discord.guild.id);
  bot.client.on(Events.InteractionCreate, (interaction) => void handle(interaction));
  return bot;
}

function onCommand(handle: (interaction: ChatInputCommandInteraction) => unknown) {
  return (interaction: Interaction) => interaction.isChatInputCommand() && handle(interaction);
}

function button(id: string, label: string): ActionRowBuilder<ButtonBuilder> {
  return new ActionRowBuilder<ButtonBuilder>().addComponents(
    new ButtonBuilder().setCustomId(id).setLabel(label).setStyle(ButtonStyle.Success),
  );
}

/** A card with one button, and what the bot does when it is clicked. */
async function card(handle: (interaction: ButtonInteraction) => unknown, options = {}) {
  const bot = await listening((interaction) => interaction.isButton() && handle(interaction), options);
  await bot.send({ content: "Plan 7", components: [button("p:approve", "Approve").toJSON()] });
  return { ...bot, message: await bot.general.next() };
}

describe("a command", () => {
  it("comes with its options, and its answer is seen by everybody", async () => {
    const { ada, general, discord } = await listening(
      onCommand(async (i) => {
        const notes = i.options.getAttachment("notes", true);
        const read = await (await fetch(notes.url)).text();
        await i.reply(
          `${i.options.getSubcommand()} ${i.options.getString("task")} ${i.options.getUser("approver")?.username} ${read}`,
        );
      }),
    );
    const bob = discord.addMember({ name: "bob" });
    const options = { task: "ship it", approver: bob, notes: { name: "notes.txt", content: "careful" } };
    const { acknowledged, reply } = await ada.slash(general, "plan start", options);
    expect([acknowledged, reply?.text]).toEqual(["reply", "start ship it bob careful"]);
    expect(general.last).toBe(reply);
  });

  it("is not sent where the client would not let a person send it", async () => {
    const { ada, general } = await listening(() => {});
    await expect(ada.slash(general, "play")).rejects.toThrow("no command /play, only: plan");
    await expect(ada.slash(general, "plan")).rejects.toThrow("not complete: start, status");
    await expect(ada.slash(general, "plan stop")).rejects.toThrow("has no stop");
    await expect(ada.slash(general, "plan start")).rejects.toThrow("needs task");
    await expect(ada.slash(general, "plan start", { task: "x", speed: 3 })).rejects.toThrow("no option speed");
  });

  it("suggests while one types", async () => {
    const { ada, general } = await listening((i) => {
      if (i.isAutocomplete()) void i.respond([{ name: `Plan ${i.options.getFocused()}`, value: "PLAN-1" }]);
    });
    expect(await ada.autocomplete(general, "plan status", { plan: "sh" })).toEqual([
      { name: "Plan sh", value: "PLAN-1" },
    ]);
  });

  it("that suggests too much, or too long, is refused", async () => {
    const refused: string[] = [];
    const bot = await listening(async (i) => {
      if (!i.isAutocomplete()) return;
      const many = Array.from({ length: 26 }, (_, n) => ({ name: `${n}`, value: `${n}` }));
      refused.push(await refusalOf(i.respond(many)));
      refused.push(await refusalOf(i.respond([{ name: "x".repeat(101), value: "x" }])));
      await i.respond([]);
    });
    await bot.ada.autocomplete(bot.general, "plan status", { plan: "" });
    expect(refused).toEqual([
      "50035 data.choices BASE_TYPE_MAX_LENGTH",
      "50035 data.choices[0].name BASE_TYPE_BAD_LENGTH",
    ]);
  });

  it("is registered only if nothing is wrong with it", async () => {
    const { client, discord } = await listening(() => {});
    const option = { type: 3, description: "d" };
    const put = (...commands: object[]) =>
      refusalOf(
        client.rest.put(`/applications/${client.user.id}/guilds/${discord.guild.id}/commands`, { body: commands }),
      );
    expect(await put({ name: "Plan", description: "d" })).toBe("50035 0.name APPLICATION_COMMAND_INVALID_NAME");
    expect(await put({ name: "a", description: "" })).toBe("50035 0.description BASE_TYPE_BAD_LENGTH");
    expect(await put({ name: "a", description: "d" }, { name: "a", description: "d" })).toBe(
      "50035 1 APPLICATION_COMMANDS_DUPLICATE_NAME",
    );
    expect(
      await put({
        name: "a",
        description: "d",
        options: [
          { ...option, name: "x" },
          { ...option, name: "y", required: true },
        ],
      }),
    ).toBe("50035 0.options[1] APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID");
    expect(await put({ name: "a", description: "d" })).toBe("taken");
  });
});

describe("an answer", () => {
  it("that is ephemeral is seen by one person only", async () => {
    const { ada, general, discord, client } = await listening(
      onCommand((i) =>
        i.reply({ content: "Only you.", components: [button("x", "More")], flags: MessageFlags.Ephemeral }),
      ),
    );
    const { reply } = await ada.slash(general, "plan status");
    expect([reply?.ephemeral, reply?.text, general.messages]).toEqual([true, "Only you.\n[More]", []]);
    expect(await refusalOf(client.rest.get(`/channels/${general.id}/messages/${reply?.id}`))).toBe("10008");
    const bob = discord.addMember({ name: "bob" });
    if (reply) await expect(bob.click(reply, "More")).rejects.toThrow("bob does not see what only ada is shown");
  });

  it("may come later, within fifteen minutes, and as more than one message", async () => {
    const clock = new FakeClock();
    const { promise: deferred, resolve } = Promise.withResolvers<ChatInputCommandInteraction>();
    const { ada, general, discord } = await listening(
      onCommand((i) => i.deferReply({ flags: MessageFlags.Ephemeral }).then(() => resolve(i))),
      { clock },
    );
    const interaction = await ada.slash(general, "plan status");
    expect([interaction.acknowledged, interaction.reply?.text]).toEqual(["deferred reply", "countersign is thinking…"]);
    expect(discord.thinking).toEqual([interaction]);
    const command = await deferred;
    await command.editReply("Done.");
    expect((await interaction.answered()).text).toBe("Done.");
    expect((await command.followUp({ content: "And more.", flags: MessageFlags.Ephemeral })).content).toBe("And more.");
    expect((await interaction.answered("more")).ephemeral).toBe(true);
    clock.advance(15 * 60_000 + 1);
    expect(await refusalOf(command.editReply("Too late."))).toBe("50027");
    expect(await refusalOf(command.followUp("Too late."))).toBe("50027");
    expect(discord.thinking).toEqual([]);
  });

  it("takes the place of a deferral, and can bring components only with their flag", async () => {
    const components = [new TextDisplayBuilder().setContent("# Status")];
    const refused: string[] = [];
    const { ada, general } = await listening(
      onCommand(async (i) => {
        await i.deferReply();
        refused.push(await refusalOf(i.editReply({ components })));
        await i.editReply({ components, flags: MessageFlags.IsComponentsV2 });
        refused.push(await refusalOf(i.editReply({ content: "plain again" })));
        refused.push(await refusalOf(i.deleteReply()));
        refused.push(await refusalOf(i.editReply({ components })));
      }),
    );
    const interaction = await ada.slash(general, "plan status");
    const answer = await interaction.answered();
    expect(answer.text).toBe("# Status");
    await answer.gone();
    await expect
      .poll(() => refused)
      .toEqual([
        "50035 components[0] UNION_TYPE_CHOICES",
        "50035 content MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
        "taken",
        "10008",
      ]);
  });

  it("that comes after three seconds is refused, and the person reads that the application did not respond", async () => {
    const clock = new FakeClock();
    const heard: ChatInputCommandInteraction[] = [];
    const { ada, general, discord, client } = await listening(
      onCommand((i) => heard.push(i)),
      { clock },
    );
    const came = new Promise((resolve) => client.once(Events.InteractionCreate, resolve));
    const failed = expect(ada.slash(general, "plan status")).rejects.toThrow("The application did not respond");
    await came;
    clock.advance(3001);
    await failed;
    expect(await refusalOf(heard[0]?.reply("Sorry.") ?? Promise.resolve())).toBe("10062");
    expect(discord.unanswered.map(({ what }) => what)).toEqual(["/plan status"]);
  });

  it("is given once", async () => {
    const refused: string[] = [];
    const { ada, general, client } = await listening(
      onCommand(async (i) => {
        const path = `/interactions/${i.id}/${i.token}/callback` as const;
        const answer = () => client.rest.post(path, { body: { type: 4, data: { content: "hi" } }, auth: false });
        await answer();
        refused.push(await refusalOf(answer()));
        refused.push(
          await refusalOf(client.rest.post(`/interactions/${i.id}/wrong/callback`, { body: { type: 5 }, auth: false })),
        );
      }),
    );
    await ada.slash(general, "plan status");
    await expect.poll(() => refused).toEqual(["40060", "10062"]);
  });

  it("can be fetched again, and in a thread too", async () => {
    const { ada, general } = await listening(
      onCommand(async (i) => {
        await i.reply(`in ${i.channel?.isThread() ? i.channel.name : "no thread"}`);
        const { content } = await i.fetchReply();
        await i.followUp(`I said: ${content}`);
      }),
    );
    const thread = ada.startThread(general, "questions");
    const interaction = await ada.slash(thread, "plan status");
    expect((await interaction.answered("I said")).text).toBe("I said: in questions");
    expect([thread.messages.length, general.messages.length]).toEqual([2, 0]);
  });

  it("tells people when it says something, unless only one of them sees it", async () => {
    const { ada, general } = await listening(
      onCommand(async (i) => {
        await i.reply({ content: "@everyone", flags: MessageFlags.Ephemeral });
        await i.followUp("@everyone");
      }),
    );
    const interaction = await ada.slash(general, "plan status");
    expect(interaction.reply?.pings).toEqual([]);
    expect((await interaction.answered(({ ephemeral }) => !ephemeral)).pings).toEqual(["@everyone"]);
  });

  it("tells people when a deferred reply comes", async () => {
    const { ada, general } = await listening(
      onCommand(async (i) => {
        await i.deferReply();
        await i.editReply("@here");
      }),
    );
    const interaction = await ada.slash(general, "plan status");
    expect((await interaction.answered()).pings).toEqual(["@everyone"]);
  });

  it("tells how long it took", async () => {
    const clock = new FakeClock();
    const { ada, general, discord } = await listening(
      onCommand((i) => {
        clock.advance(1200);
        return i.reply("Here.");
      }),
      { clock },
    );
    await ada.slash(general, "plan status");
    expect(discord.interactions.map((interaction) => interaction.acknowledgedAfterMs)).toEqual([1200]);
  });
});

describe("a button", () => {
  it("is clicked by its label, by a member who sees it, with their current roles", async () => {
    const { ada, message, discord } = await card((i) => {
      const isApprover = i.inCachedGuild() && i.member.roles.cache.some(({ name }) => name === "approvers");
      return isApprover
        ? i.update({ content: `Signed by ${i.user.username}`, components: [] })
        : i.reply({ content: "You are no approver.", flags: MessageFlags.Ephemeral });
    });
    const bob = discord.addMember({ name: "bob" });
    expect((await bob.click(message, "Approve")).reply?.text).toBe("You are no approver.");
    bob.setRoles("approvers");
    const { acknowledged } = await bob.click(message, "p:approve");
    expect([acknowledged, message.text]).toEqual(["update", "Signed by bob"]);
    await expect(ada.click(message, "Approve")).rejects.toThrow("no Approve to be used in:\nSigned by bob");
  });

  it("that is disabled, or on a message that is gone, is not clicked", async () => {
    const { ada, message, client, general } = await card((i) => i.deferUpdate());
    expect((await ada.click(message, "Approve")).acknowledged).toBe("deferred update");
    const row = {
      type: 1,
      components: [{ type: 2, style: 3, label: "Approve", custom_id: "p:approve", disabled: true }],
    };
    await client.rest.patch(`/channels/${general.id}/messages/${message.id}`, { body: { components: [row] } });
    await expect(ada.click(message, "Approve")).rejects.toThrow("Approve is disabled");
    ada.delete(message);
    await expect(ada.click(message, "Approve")).rejects.toThrow("The message is deleted");
  });

  it("of a restarted bot still works", async () => {
    const { ada, message, discord, client } = await card(() => {});
    await client.destroy();
    const another = newClient(discord);
    another.on(Events.InteractionCreate, (i) => void (i.isButton() && i.update(`${i.customId} after a restart`)));
    await Promise.all([
      new Promise((resolve) => another.once(Events.ClientReady, resolve)),
      another.login(discord.token),
    ]);
    await ada.click(message, "Approve");
    expect(message.text).toBe("p:approve after a restart\n[Approve]");
  });

  it("on a message that went while it was clicked can only be answered with another", async () => {
    const refused: string[] = [];
    const { ada, message } = await card(async (i) => {
      refused.push(await refusalOf(i.update("Signed.")));
      await i.reply("The card is gone.");
    });
    const clicked = ada.click(message, "Approve");
    ada.delete(message);
    expect((await clicked).reply?.text).toBe("The card is gone.");
    expect(refused).toEqual(["10008"]);
  });

  it("that was clicked while the bot was away is answered when it is back", async () => {
    const { ada, message, discord } = await card((i) => i.update("Signed."));
    await discord.drop();
    await ada.click(message, "Approve");
    expect(message.text).toBe("Signed.\n[Approve]");
    expect(discord.logins.resumed).toBe(1);
  });
});

describe("a menu", () => {
  it("takes options by their label, no more than it may, and people", async () => {
    const heard: unknown[] = [];
    const bot = await listening((i) => {
      if (!i.isAnySelectMenu()) return;
      heard.push(i.values);
      if (i.isUserSelectMenu()) heard.push(i.users.map(({ username }) => username));
      return i.deferUpdate();
    });
    const menu = new StringSelectMenuBuilder()
      .setCustomId("step")
      .setPlaceholder("Choose a step")
      .addOptions({ label: "Build", value: "s1" }, { label: "Ship", value: "s2" });
    const rows = [
      new ActionRowBuilder<StringSelectMenuBuilder>().addComponents(menu),
      new ActionRowBuilder<UserSelectMenuBuilder>().addComponents(new UserSelectMenuBuilder().setCustomId("who")),
    ];
    await bot.send({ content: "?", components: rows.map((row) => row.toJSON()) });
    const message = await bot.general.next();
    expect(message.text).toBe("?\n[Choose a step: Build | Ship]\n[]");
    await bot.ada.select(message, "Choose a step", "Ship");
    await bot.ada.select(message, "who", bot.ada.id);
    expect(heard).toEqual([["s2"], [bot.ada.id], ["ada"]]);
    await expect(bot.ada.select(message, "step", "Build", "Ship")).rejects.toThrow("takes 1 to 1 values, not 2");
    await expect(bot.ada.select(message, "step", "Sleep")).rejects.toThrow("no option Sleep, only: Build | Ship");
  });
});

describe("a form", () => {
  const form = () =>
    new ModalBuilder()
      .setCustomId("p:edit")
      .setTitle("Answer")
      .addTextDisplayComponents(new TextDisplayBuilder().setContent("Which database?"))
      .addLabelComponents(
        new LabelBuilder()
          .setLabel("Choice")
          .setRadioGroupComponent(
            new RadioGroupBuilder()
              .setCustomId("choice")
              .addOptions({ label: "SQLite", value: "a", default: true }, { label: "Postgres", value: "b" }),
          ),
        new LabelBuilder()
          .setLabel("Anything else?")
          .setDescription("In your words")
          .setTextInputComponent(
            new TextInputBuilder()
              .setCustomId("text")
              .setStyle(TextInputStyle.Paragraph)
              .setMaxLength(20)
              .setRequired(false),
          ),
        new LabelBuilder()
          .setLabel("Notes")
          .setFileUploadComponent(new FileUploadBuilder().setCustomId("notes").setRequired(false)),
      );

  async function opened(handle: (interaction: Interaction) => unknown) {
    const bot = await listening((i) => (i.isButton() ? i.showModal(form()) : handle(i)));
    await bot.send({ content: "Plan 7", components: [button("p:edit", "Edit").toJSON()] });
    const message = await bot.general.next();
    const { modal, acknowledged } = await bot.ada.click(message, "Edit");
    expect(acknowledged).toBe("modal");
    if (modal === undefined) throw new Error("No form was opened.");
    return { ...bot, message, modal };
  }

  it("is seen, filled in by its labels, and sent off with texts, choices and files", async () => {
    const { ada, modal, message } = await opened(async (i) => {
      if (!i.isModalSubmit() || !i.isFromMessage()) return;
      const [file] = i.fields.getUploadedFiles("notes")?.values() ?? [];
      const notes = file ? await (await fetch(file.url)).text() : "";
      await i.update(`${i.fields.getRadioGroup("choice")} ${i.fields.getTextInputValue("text")} ${notes}`);
    });
    expect(modal.text).toBe(
      "Answer\nWhich database?\nChoice\n[*SQLite | Postgres]\nAnything else?\nIn your words\n[]\nNotes\n[]",
    );
    const values = { Choice: "Postgres", text: "with backups", Notes: [{ name: "n.md", content: "# N" }] };
    expect((await ada.submit(modal, values)).acknowledged).toBe("update");
    expect(message.text).toBe("b with backups # N\n[Edit]");
  });

  it("is submitted with its default values, and refused with values that do not fit", async () => {
    const { ada, modal, discord } = await opened(
      (i) => i.isModalSubmit() && i.reply(`${i.fields.getRadioGroup("choice")}`),
    );
    expect((await ada.submit(modal)).reply?.text).toBe("a");
    await expect(ada.submit(modal, { text: "x".repeat(21) })).rejects.toThrow(
      "Anything else? takes 0 to 20 characters, not 21",
    );
    await expect(ada.submit(modal, { Choice: "MySQL" })).rejects.toThrow("no option MySQL");
    await expect(ada.submit(modal, { Colour: "red" })).rejects.toThrow("no field Colour");
    await expect(discord.addMember({ name: "bob" }).submit(modal)).rejects.toThrow("was opened for ada");
  });

  it("is not opened if anything is wrong with it, nor in answer to another", async () => {
    const refused: string[] = [];
    const open = (i: { id: string; token: string }, data: object) =>
      bot.client.rest.post(`/interactions/${i.id}/${i.token}/callback`, { body: { type: 9, data }, auth: false });
    const label = (component: object, name = "L") => ({ type: 18, label: name, component });
    const input = { type: 4, custom_id: "a", style: 1 };
    const bot = await listening(
      onCommand(async (i) => {
        const wrong = [
          { title: "x".repeat(46), custom_id: "m", components: [label(input)] },
          {
            title: "T",
            custom_id: "m",
            components: Array.from({ length: 6 }, (_, n) => label({ ...input, custom_id: `${n}` })),
          },
          { title: "T", custom_id: "m", components: [label({ ...input, value: "x".repeat(11), max_length: 10 })] },
          { title: "T", custom_id: "m", components: [label(input), label(input)] },
          { title: "T", custom_id: "m", components: [label(input, "x".repeat(46))] },
          {
            title: "T",
            custom_id: "m",
            components: [label({ type: 21, custom_id: "r", options: [{ label: "a", value: "a" }] })],
          },
          { title: "T", custom_id: "m", components: [input] },
        ];
        for (const data of wrong) refused.push(await refusalOf(open(i, data)));
        await i.reply("enough");
      }),
    );
    await bot.ada.slash(bot.general, "plan status");
    expect(refused).toEqual([
      "50035 data.title BASE_TYPE_BAD_LENGTH",
      "50035 data.components BASE_TYPE_BAD_LENGTH",
      "50035 data.components[0].component.value BASE_TYPE_MAX_LENGTH",
      "50035 data.components[1].component.custom_id COMPONENT_CUSTOM_ID_DUPLICATED",
      "50035 data.components[0].label BASE_TYPE_BAD_LENGTH",
      "50035 data.components[0].component.options BASE_TYPE_BAD_LENGTH",
      "50035 data.components[0] UNION_TYPE_CHOICES",
    ]);
  });
});

<?php
// Answers requests to the Dice Forge of Board Game Arena: one JSON object a line in, one out. See dice_forge_program.py.
//
//     PROGRAMS=FOLDER PROGRAMS_DRIVERS=FOLDER php dice_forge_bridge.php
//
// PROGRAMS holds the program (dice-forge/game), the framework's table definitions (bgawb) and the socket of a database
// (db.sock); PROGRAMS_DRIVERS holds a stub of the site's framework (dice-forge/fw). None of them is part of this project.
error_reporting(E_ERROR | E_PARSE);
ini_set('memory_limit', '1G');
mysqli_report(MYSQLI_REPORT_ERROR | MYSQLI_REPORT_STRICT);

define('GAMEDIR', getenv('PROGRAMS') . '/dice-forge/game');
define('APP_GAMEMODULE_PATH', getenv('PROGRAMS_DRIVERS') . '/dice-forge/fw/');
define('DATABASE', 'anyturn_df_' . getmypid());
define('FIRST_ID', 84000011);
define('FIRST_TIME', 1668000000);

$visited = [];
$forced = null;
$table = null;

/** The outcome of a draw: the one that a roll prescribes, or else a seeded random number. */
function bga_rand(int $least, int $most): int
{
    global $forced;
    return $forced ?? mt_rand($least, $most);
}

chdir(GAMEDIR);
set_include_path(GAMEDIR);
require GAMEDIR . '/diceforge.game.php';

/** The program, with its notifications counted by place, and its chance prescribed where a table asks for it. */
final class CountedDiceForge extends diceforge
{
    public array $chance = [];
    public int $rolled = 0;

    public function pushNotif($type, $log, $args, $player = null)
    {
        global $visited;
        $place = debug_backtrace(DEBUG_BACKTRACE_IGNORE_ARGS, 2)[1];
        if (in_array($place['function'], ['notifyAllPlayers', 'notifyPlayer'])) {
            $key = substr($place['file'], strlen(GAMEDIR) + 1) . ':' . $place['line'];
            $visited[$key] = ($visited[$key] ?? 0) + 1;
        }
        parent::pushNotif($type, $log, $args, $player);
    }

    public function rollDice($player, $die)
    {
        global $forced;
        if (isset($this->chance['rolls'])) {
            $wanted = array_shift($this->chance['rolls'][$player]);
            $face = $wanted[$die] ?? null;
            if (isset($wanted[3 - $die]) && $face !== null) {
                unset($wanted[$die]);
                array_unshift($this->chance['rolls'][$player], $wanted);
            } else {
                $this->rolled++;
            }
            if ($face === null) {
                throw new LogicException("more rolls of die $die by $player than the log has");
            }
            $forced = $this->place_of($player, $die, $face);
        }
        try {
            return parent::rollDice($player, $die);
        } finally {
            $forced = null;
        }
    }

    private function place_of(string|int $player, int $die, string $face): int
    {
        foreach ($this->sides->getCardsInLocation("dice$die-p$player") as $side) {
            if ($side['type'] == $face) {
                return (int) $side['location_arg'];
            }
        }
        throw new LogicException("no $face on die $die of $player");
    }

    public function draftSlot()
    {
        return isset($this->chance['slots']) ? array_shift($this->chance['slots']) : parent::draftSlot();
    }

    public function getAvailableExploits($cards)
    {
        $available = parent::getAvailableExploits($cards);
        foreach ($this->chance['groups'] ?? [] as $slot => $kind) {
            $available[$slot] = array_values(array_filter(
                $available[$slot],
                fn($card) => $card['type'] == $kind || ($kind == 'boar' && str_ends_with($card['type'], 'Boar')),
            ));
        }
        return $available;
    }
}

/** One table of the program: its players, packets and requests. */
final class DiceForgeTable
{
    public array $ids = [];
    private CountedDiceForge $game;
    private array $logs = [];
    private array $refused = [];
    private int $packet = 1;
    private int $move = 1;
    private int $time;

    public function __construct(private array $asked)
    {
        mt_srand($asked['seed']);
        $this->time = FIRST_TIME + $asked['seed'] % 100000 * 1000;
        $this->make_database();
        $this->game = $game = new CountedDiceForge();
        $game->chance = $chance = $asked['chance'] ?? [];
        $game->tableId = 400000000 + $asked['seed'];
        $players = [];
        foreach ($asked['players'] as $n => $name) {
            $this->ids[] = FIRST_ID + 1000 * $n;
            $players[FIRST_ID + 1000 * $n] = ['player_canal' => 'c', 'player_name' => $name, 'player_avatar' => '000000'];
        }
        if (isset($chance['rolls'])) {
            $game->chance['rolls'] = array_combine($this->ids, $chance['rolls']);
        }
        $game->doSetup($players, []);
        $this->remove($game->chance['removed'] ?? []);
        $game->gamestate->changeActivePlayer($game->getGameStateValue('firstPlayerId'));
        if (isset($asked['before_first'])) {
            $game->gamestate->changeActivePlayer($this->ids[$asked['before_first']]);
        }
        $this->request($this->ids[0], fn() => $game->gamestate->jumpToState(2));
    }

    private function make_database(): void
    {
        $database = APP_DbObject::$db;
        $database->query('DROP DATABASE IF EXISTS ' . DATABASE);
        $database->query('CREATE DATABASE ' . DATABASE . ' CHARACTER SET utf8');
        $database->select_db(DATABASE);
        $this->script(getenv('PROGRAMS') . '/bgawb/src/BGAWorkbench/Stubs/dbmodel.sql');
        $database->query('CREATE TABLE global (global_id INT PRIMARY KEY, global_value INT) ENGINE=InnoDB');
        $this->script(GAMEDIR . '/dbmodel.sql');
        foreach ([1 => 1, 2 => 0] + $this->asked['options'] as $key => $value) {
            $database->query("INSERT INTO global VALUES ($key, $value)");
        }
    }

    private function script(string $file): void
    {
        $sql = preg_replace(['/^\s*--.*$/m', '/ -- .*$/m', '!/\*.*?\*/!s'], '', file_get_contents($file));
        foreach (array_filter(array_map('trim', explode(';', $sql))) as $statement) {
            APP_DbObject::$db->query($statement);
        }
    }

    /** In a game of two: these faces leave their pools instead of those that were drawn. */
    private function remove(array $pools): void
    {
        foreach ($pools as $pool => $faces) {
            $types = implode("','", array_unique($this->game->sides_init[$pool]));
            $sides = $this->game->getObjectListFromDB(
                "SELECT card_id id, card_type type FROM sides WHERE card_type IN ('$types') AND card_location IN ('$pool', 'discard')",
            );
            foreach ($sides as $side) {
                $at = array_search($side['type'], $faces);
                $this->game->sides->moveCard($side['id'], $at === false ? $pool : 'discard');
                if ($at !== false) {
                    unset($faces[$at]);
                }
            }
        }
    }

    /** Carries a request out and keeps its packets; a refused one changes nothing. */
    public function request(int $player, callable $request): void
    {
        $game = $this->game;
        [$number, $chance, $rolled] = [$game->uidn, $game->chance, $game->rolled];
        $game->currentPlayer = (string) $player;
        APP_DbObject::$db->query('START TRANSACTION');
        try {
            $request();
            APP_DbObject::$db->query('COMMIT');
        } catch (Throwable $refusal) {
            APP_DbObject::$db->query('ROLLBACK');
            [$game->queue, $game->uidn, $game->chance, $game->rolled] = [[], $number, $chance, $rolled];
            throw $refusal;
        } finally {
            $game->currentPlayer = null;
        }
        $this->keep();
    }

    private function keep(): void
    {
        $public = [];
        foreach ($this->game->queue as [$player, $entry]) {
            if ($player === null) {
                $public[] = $entry;
            } else {
                $this->logs[] = $this->packet("/player/p$player", [$entry]);
            }
        }
        if ($public) {
            $this->logs[] = $this->packet("/table/t{$this->game->tableId}", $public);
        }
        $this->game->queue = [];
        $this->move++;
        $this->time += mt_rand(2, 40);
    }

    private function packet(string $channel, array $entries): array
    {
        return [
            'channel' => $channel, 'table_id' => (string) $this->game->tableId, 'packet_id' => (string) $this->packet++,
            'packet_type' => 'history', 'move_id' => (string) $this->move, 'time' => (string) $this->time, 'data' => $entries,
        ];
    }

    public function act(array $asked): void
    {
        $action = $asked['action'];
        if (!str_starts_with($action, 'act')) {
            throw new LogicException("$action is no action");
        }
        $this->request($asked['player'], fn() => $this->game->$action(...$asked['args']));
    }

    /** A player leaves for good: the framework says so and plays on for him wherever he is awaited. */
    public function leave(int $player): void
    {
        $game = $this->game;
        APP_DbObject::DbQuery("UPDATE player SET player_zombie = 1 WHERE player_id = $player");
        $game->reloadPlayersBasicInfos();
        $name = $game->loadPlayersBasicInfos()[$player]['player_name'];
        $game->pushNotif('playerstatus', '', ['player_id' => (string) $player, 'player_name' => $name, 'player_status' => 'zombie']);
        $this->keep();
    }

    /** Plays on for a player who has left. */
    public function replace(int $player): void
    {
        $this->request($player, fn() => $this->game->zombieTurn($this->game->gamestate->state(), $player));
    }

    /** Whom the program waits for and for what, and where all pieces are. */
    public function prompt(): array
    {
        $game = $this->game;
        $state = $game->gamestate->state();
        $active = array_map('intval', $game->gamestate->getActivePlayerList());
        $bought = $game->getGameStateValue('exploitBought');
        $players = $game->getCollectionFromDB('SELECT player_id, player.* FROM player ORDER BY player_no');
        foreach ($players as $id => $player) {
            $players[$id]['gold'] = (int) $game->getGold($id);
            $players[$id]['room'] = $game->canFillHammer($id) ? (int) $game->remainingHammer($id) : 0;
            $players[$id]['triton'] = (int) $game->hasTritonToken($id);
        }
        return [
            'state' => $state['id'], 'name' => $state['name'], 'active' => $active, 'actions' => $state['possibleactions'] ?? [],
            'args' => $state['id'] == 99 ? null : $game->gamestate->argsNow(),
            'turn' => (int) $game->getGameStateValue('turnPlayerId'), 'players' => $players,
            'rolled' => $game->rolled, 'card' => $bought == -1 ? null : ($game->exploits->getCard($bought)['type'] ?? null),
            'sides' => $this->pieces('sides'), 'cards' => $this->pieces('exploit'),
        ];
    }

    private function pieces(string $table): array
    {
        return $this->game->getObjectListFromDB(
            "SELECT card_id id, card_type type, card_type_arg fixed, card_location location, card_location_arg place FROM $table",
        );
    }

    /** The table as the site's archive has it, and what it came to. */
    public function result(): array
    {
        $rows = $this->game->getObjectListFromDB('SELECT * FROM player ORDER BY player_no');
        $players = array_map(fn($row) => [
            'id' => (int) $row['player_id'], 'name' => $row['player_name'], 'color' => $row['player_color'], 'avatar' => '000000',
        ], $rows);
        return [
            'table' => ['status' => 1, 'data' => ['logs' => $this->logs, 'players' => $players]],
            'final' => array_map('intval', array_column($rows, 'player_score', 'player_name')),
        ];
    }

    public function material(): array
    {
        return ['faces' => $this->game->dice_sides, 'cards' => $this->game->exploit_types];
    }
}

function answer(array $asked): array
{
    global $table, $visited;
    try {
        switch ($asked['op']) {
            case 'begin':
                $table = new DiceForgeTable($asked);
                return ['ids' => $table->ids, 'material' => $table->material()] + $table->prompt();
            case 'act':
                $table->act($asked);
                return $table->prompt();
            case 'leave':
                $table->leave($asked['player']);
                return $table->prompt();
            case 'replace':
                $table->replace($asked['player']);
                return $table->prompt();
            case 'result':
                return $table->result();
            case 'visited':
                return ['visited' => (object) $visited];
        }
    } catch (Throwable $refusal) {
        $place = basename($refusal->getFile()) . ':' . $refusal->getLine();
        return ['refused' => get_class($refusal) . ': ' . $refusal->getMessage() . " @$place"];
    }
    return ['refused' => "unknown request {$asked['op']}"];
}

$database = new mysqli(null, 'root', '', '', 0, getenv('PROGRAMS') . '/db.sock');
$database->set_charset('utf8mb4');
$database->query("SET SESSION sql_mode=''");
APP_DbObject::$db = $database;
register_shutdown_function(fn() => APP_DbObject::$db->query('DROP DATABASE IF EXISTS ' . DATABASE));
while (($line = fgets(STDIN)) !== false) {
    echo json_encode(answer(json_decode($line, true)), JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES | JSON_INVALID_UTF8_SUBSTITUTE), "\n";
}

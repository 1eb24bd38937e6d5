extends SceneTree
# usage: godot3-server --path clients/godot --script example.gd ADDRESS PORT MANOEUVRE.csv [FRAMES-A-SECOND]

const Hexad = preload("hexad.gd")
var platform = Hexad.new()


func _init():
	var args = Array(OS.get_cmdline_args())
	args = args.slice(args.find("example.gd") + 1, args.size() - 1)
	platform.open(args[0], int(args[1]), float(args[3]) if args.size() > 3 else 100.0)

	# Connect: optional, but it says whether somebody else is there.
	platform.connect_host()
	while platform.acknowledged == null:
		platform.poll()
		OS.delay_msec(1)
	if not platform.acknowledged:
		return quit(1)
	print("connected")

	# Bring up: run does what is missing, it zeroes and rises.
	platform.word = Hexad.DARREN_WORD["run"]
	wait_for("running")
	print("running")

	# Follow a sine: 3 degrees of pitch every two seconds, swelling over the first. Row i is due at i * 0.01 s.
	var least = 0.0
	var most = 0.0
	for i in range(300):
		var t = i * 0.01
		platform.target(min(1.0, t) * 3.0 * sin(PI * t), 0, 0, 0, 0, 0)
		tick()
		least = min(least, platform.status["pose"][0])
		most = max(most, platform.status["pose"][0])
	print("followed a sine: pitch %.1f to %.1f" % [least, most])

	# Go somewhere, and see from the status when it is there.
	platform.target(4, -2, 1, 5, -8, 20)
	while distance(platform.status["pose"], [4, -2, 1, 5, -8, 20]) > 0.2:
		tick()
	for _i in range(100):
		tick()
	print("there")

	# Cue a manoeuvre: what a vehicle does, 100 rows a second.
	var file = File.new()
	if file.open(args[2], File.READ) != OK:
		return quit(1)
	var rows = []
	while not file.eof_reached():
		var row = file.get_csv_line()
		if row.size() == 7 and row[0].is_valid_float():
			rows.append(row)
	least = 0.0
	for row in rows.slice(200, 699):
		platform.cue(float(row[1]), float(row[2]), float(row[3]), float(row[4]), float(row[5]), float(row[6]))
		tick()
		least = min(least, platform.status["pose"][0])
	print("cued: pitch down to %.1f" % least)

	# Read faults: state, code in words, and which legs.
	platform.no_values()
	print("waiting for a fault")
	while platform.status["state"] != Hexad.DARREN_STATE["fault"]:
		tick()
	var leg = 1
	while platform.status["drive_errors"][leg - 1] == 0:
		leg += 1
	print("fault %d (%s), leg %d" % [platform.status["error"], Hexad.HARDWARE_CODES[platform.status["error"]], leg])
	platform.word = Hexad.DARREN_WORD["reset"]
	while platform.status["state"] == Hexad.DARREN_STATE["fault"]:
		tick()
	print("reset")

	# Stop: after a fault it must be zeroed again, which neutral does; then down to the bottom, and leave.
	platform.word = Hexad.DARREN_WORD["neutral"]
	wait_for("neutral")
	platform.word = Hexad.DARREN_WORD["descend"]
	wait_for("origin")
	platform.disconnect_host()
	print("stopped")
	quit()


# A game has its own frames and calls advance() in each; this program waits.
func tick():
	while not platform.advance():
		OS.delay_msec(1)


func wait_for(state):
	platform.status = {}
	while platform.status.empty() or platform.status["state"] != Hexad.DARREN_STATE[state]:
		tick()


func distance(a, b):
	var most = 0.0
	for i in range(6):
		most = max(most, abs(a[i] - b[i]))
	return most

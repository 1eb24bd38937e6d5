extends SceneTree
# The text protocols in Godot, each to a pose with six different values. NAME=PORT…

const Hexad = preload("res://hexad.gd")
const PATIENCE_MS = 120000


func _init():
	var ports = {}
	for word in OS.get_cmdline_args():
		if "=" in word:
			ports[word.split("=")[0]] = int(word.split("=")[1])

	var mdof = Hexad.new()
	mdof.open("127.0.0.1", ports["mdof"])
	for line in ["1", "9 3 -4 15 2 -1.5 1"]:
		mdof.send_text(line)
		if wait_for_text(mdof) != line.split(" ")[0] + "#0":
			return quit(1)
	print("mdof there")

	var lingjing = Hexad.new()
	lingjing.open("127.0.0.1", ports["lingjing"])
	var end = OS.get_ticks_msec() + PATIENCE_MS
	var near = 0
	while near < 20:
		if OS.get_ticks_msec() > end:
			return quit(1)
		lingjing.send_text(Hexad.lingjing_pose(2, -1, -1.5, 5, 8, 242.5))
		OS.delay_msec(40)
		var answer = lingjing.text()
		while answer != "":
			var six = answer.trim_prefix("@A6:").trim_suffix("#").split_floats(",")
			near += 1 if abs(six[0] - 2) < 0.2 and abs(six[4] - 8) < 0.2 and abs(six[5] - 242.5) < 0.2 else 0
			answer = lingjing.text()
	print("lingjing there")
	quit()


func wait_for_text(client):
	var end = OS.get_ticks_msec() + PATIENCE_MS
	while OS.get_ticks_msec() < end:
		var answer = client.text()
		if answer != "":
			return answer
		OS.delay_msec(2)
	return ""
